// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.http;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What the lines of a head must be, octet by octet, before they are parsed: names that are tokens with the colon right behind, no carriage
 * return but before a line feed, no line folded into the status. What two readers may understand differently is not understood.
 */
final class HeadLines {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[0-9] [1-9][0-9]{2}(?: .*+)?+", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]++:[^\\r]*+");
    private static final Pattern FOLDED = Pattern.compile("[ \\t][^\\r]*+");

    private HeadLines() {}

    /** Whether a head, with the empty line behind it, is one. Its lines may end with a line feed alone. */
    static boolean areSound(byte[] head) {
        String[] lines = new String(head, StandardCharsets.ISO_8859_1).split("\\r?\\n", -1);
        for (int i = 1; i < lines.length - 2; i++) {
            if (!isField(lines[i]) && !(i > 1 && FOLDED.matcher(lines[i]).matches())) {
                return false;
            }
        }
        return STATUS.matcher(lines[0]).matches() && lines[0].indexOf('\r') < 0;
    }

    /** Whether a line, without its end, is a field. */
    static boolean isField(String line) {
        return FIELD.matcher(line).matches();
    }

    /** Whether an octet may stand in no line. */
    static boolean isForbidden(int octet) {
        return octet < ' ' && octet != '\t' && octet != '\r' && octet != '\n' || octet == 0x7F;
    }
}
