// SPDX-License-Identifier: Apache-2.0
package dev.counterfoil.cli.output;

/**
 * Text as it may stand between tags or in a quoted attribute: nothing in it can begin or end either, whoever chose the words. Pure;
 * thread-safe.
 */
public final class HtmlText {
    private HtmlText() {}

    /**
     * Words on one line.
     *
     * @param words any text; what is not seen is spelled as {@link PlainText} does, so that it neither hides nor turns around anything
     * @return the same, escaped
     */
    public static String of(String words) {
        String plain = PlainText.line(words);
        StringBuilder text = new StringBuilder(plain.length() + 16);
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\'' -> text.append("&#39;");
                default -> text.append(c);
            }
        }
        return text.toString();
    }

    /**
     * A name that somebody else chose: letters that are written from right to left do not reorder what stands beside it.
     *
     * @param name an id, a provider, a label
     * @return the element
     */
    public static String name(String name) {
        return "<bdi>" + of(name) + "</bdi>";
    }
}
