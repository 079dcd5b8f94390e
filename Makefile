# SPDX-License-Identifier: Apache-2.0
#
# The vocabulary of the project. `make help` lists it.

MVN := mvn -B -ntp

.DEFAULT_GOAL := help
.PHONY: help build test sweep kills kills-http fuzz crashstates faults damage mutation faults-planted receiver-load \
	receiver-postgresql tidy javadoc dependencies bench benchmarks-page reports-table experiment ci clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | while IFS="$$(printf '\t')" read -r target does; do \
		printf '  make %-14s %s\n' "$$target" "$$does"; done

build: ## compile and pack everything, no tests
	$(MVN) -q -DskipTests package

test: ## everything that a change must pass: build, all tests, packages
	$(MVN) verify

EVERY := 7

sweep: ## every crash point, and one pair of them in EVERY [EVERY=7] [SEED=seconds]; writes docs/reports/crash-sweep.json
	$(MVN) -q -pl recovery-fixtures -am -Dtest=CrashSweepTest -Dsurefire.failIfNoSpecifiedTests=false \
		-Dcounterfoil.sweep.every=$(EVERY) -Dcounterfoil.sweep.seed=$(SEED) test
	mkdir -p docs/reports
	cp recovery-fixtures/target/crash-sweep.json docs/reports/crash-sweep.json

mutation: ## changes the core one instruction at a time; writes docs/reports/mutation.json and mutation.md
	recovery-fixtures/tools/mutation/run fold admission recovery machine canonical decision receipt operation simulator

faults-planted: ## wrong cores, each found by name; writes docs/reports/planted-faults.json
	$(MVN) -q -pl recovery-fixtures -am -Dtest=PlantedFaultsTest -Dsurefire.failIfNoSpecifiedTests=false test
	mkdir -p docs/reports
	cp recovery-fixtures/target/planted-faults.json docs/reports/planted-faults.json

receiver-postgresql: ## the receiver's contract on PostgreSQL 17, over a pool, in two isolation levels: half a minute
	$(MVN) -q -Pbench -pl bench -am -Dtest=PostgresqlReceiverTest -Dsurefire.failIfNoSpecifiedTests=false test

tidy: ## the house rules only: import table, names, lengths, links
	$(MVN) -q -pl cli -am -Dtest='dev.counterfoil.house.*Test' -Dsurefire.failIfNoSpecifiedTests=false test

N := 1000
SEED := $(shell date +%s)

# With strace it also kills inside system calls that change files.
kills: ## kills the real command N times [N=1000] [SEED=seconds]; writes docs/reports/kills.json
	$(MVN) -q -pl cli -am -Dtest='dev.counterfoil.cli.kills.*Test' -Dsurefire.failIfNoSpecifiedTests=false -Dcounterfoil.kills=$(N) \
		-Dcounterfoil.kills.seed=$(SEED) -Dcounterfoil.kills.tracer=$(if $(shell command -v strace),true,false) \
		-Dcounterfoil.kills.report=$(CURDIR)/docs/reports/kills.json test

kills-http: ## kills sender, receiver and both over HTTP [N=1000 processes] [SEED=seconds]; writes docs/reports/kills-http.json
	$(MVN) -q -pl cli -am -Dtest='dev.counterfoil.cli.kills.http.HttpKillsTest' -Dsurefire.failIfNoSpecifiedTests=false \
		-Dcounterfoil.kills.http=$(N) -Dcounterfoil.kills.http.seed=$(SEED) \
		-Dcounterfoil.kills.http.report=$(CURDIR)/docs/reports/kills-http.json test

MODEL := both
MAX := 1000

crashstates: ## judges what a power cut may leave [MODEL=ext4|strict|both] [MAX=1000] [SEED]; writes docs/reports/crashstates.json
	./counterfoil --version >/dev/null
	python3 recovery-fixtures/tools/crashstates/stories.py --model $(MODEL) --max $(MAX) --seed $(SEED) --report docs/reports/crashstates.json

ONE_IN := 1
ONLY :=

faults: ## at one in ONE_IN calls that reach the disk, and of processes [ONE_IN=1] [SEED] [ONLY=name]; writes docs/reports/faults*.json
	./counterfoil --version >/dev/null
	python3 recovery-fixtures/tools/crashstates/faults.py --every $(ONE_IN) --seed $(SEED) --report docs/reports/faults.json
	python3 recovery-fixtures/tools/crashstates/receiverfaults.py --every $(ONE_IN) --seed $(SEED) --report docs/reports/faults-receiver.json
	python3 recovery-fixtures/tools/faults/processes.py $(if $(ONLY),--only $(ONLY),--report docs/reports/faults-processes.json)

# In-process, in a heap of 256 MiB; no mutated command is ever started.
fuzz: ## broken input at every place where input comes in [N=1000, a million is some minutes] [SEED=seconds]; writes docs/reports/fuzz.json
	$(MVN) -q -pl cli -am -Dtest='dev.counterfoil.cli.fuzz.*Test' -Dsurefire.failIfNoSpecifiedTests=false -Dcounterfoil.fuzz=$(N) \
		-Dcounterfoil.fuzz.seed=$(SEED) -Dcounterfoil.fuzz.report=$(CURDIR)/docs/reports/fuzz.json \
		-Dtest.jvm.arguments='-Xmx256m --enable-native-access=ALL-UNNAMED' test

DELIVERIES := 10000
WORKERS := 16

receiver-load: ## processes deliver to one file, some killed [DELIVERIES=10000] [WORKERS=16] [SEED]; writes docs/reports/receiver-load.json
	$(MVN) -q -pl recovery-fixtures -am -Dtest=ReceiverLoadTest -Dsurefire.failIfNoSpecifiedTests=false \
		-Dcounterfoil.receiver.deliveries=$(DELIVERIES) -Dcounterfoil.receiver.workers=$(WORKERS) -Dcounterfoil.receiver.kills=4 \
		-Dcounterfoil.receiver.seed=$(SEED) -Dcounterfoil.receiver.report=$(CURDIR)/docs/reports/receiver-load.json test

BITS := 1
STEP := 1
BLOCKS := 1

damage: ## damages each STEP-th byte and length [STEP=1] [BITS=1] [BLOCKS=1] [SEED=seconds]; writes docs/reports/damage.json
	$(MVN) -q -pl cli -am -Dtest=dev.counterfoil.cli.damage.DamageSweepTest -Dsurefire.failIfNoSpecifiedTests=false \
		-Dcounterfoil.damage.every=$(STEP) -Dcounterfoil.damage.blocks=$(BLOCKS) -Dcounterfoil.damage.bits=$(BITS) \
		-Dcounterfoil.damage.wholly=16 -Dcounterfoil.damage.rows=1 -Dcounterfoil.damage.seed=$(SEED) \
		-Dcounterfoil.damage.report=$(CURDIR)/docs/reports/damage.json test

BENCH_SEED := 20261130
QUICK :=
BENCH_DIRECTORY := bench/target/scratch
SECTIONS :=

# The peers come from the network once. BENCH_DIRECTORY is on the disk that is measured; SECTIONS measures these anew and keeps the others.
bench: ## what it costs, beside peers [QUICK=1] [BENCH_DIRECTORY=…] [SECTIONS=…]; writes docs/benchmarks.json and BENCHMARKS.md
	$(MVN) -q -Pbench -pl bench -am -Dmaven.test.skip=true package
	java -Xmx1g -cp 'bench/target/counterfoil-bench.jar:bench/target/lib/*' dev.counterfoil.bench.Main \
		docs/benchmarks.json $(BENCH_DIRECTORY) $(BENCH_SEED) $(if $(QUICK),quick,full) $(SECTIONS)
	$(MAKE) benchmarks-page

benchmarks-page: ## makes docs/BENCHMARKS.md of docs/benchmarks.json
	$(MVN) -q -pl cli -am -Dtest=BenchmarksPageTest -Dsurefire.failIfNoSpecifiedTests=false \
		-Dcounterfoil.benchmarks.write=true test

reports-table: ## makes the table at the end of docs/FAULTS.md of docs/reports
	$(MVN) -q -pl cli -am -Dtest=ReportsTableTest -Dsurefire.failIfNoSpecifiedTests=false -Dcounterfoil.reports.write=true test

experiment: ## does the experiment anew; writes results.json and the README's tables
	./counterfoil experiment --output results.json
	$(MVN) -q -pl cli -am -Dtest=ExperimentTest -Dsurefire.failIfNoSpecifiedTests=false -Dcounterfoil.docs.write=true test

javadoc: ## the public documentation; a broken reference fails
	$(MVN) -q -DskipTests -Prelease package

dependencies: ## declared and unused, used and undeclared: both fail
	$(MVN) -q -DskipTests -Pdependencies verify

ci: ## what the server runs, on this machine
	./.ci/run

clean: ## remove what builds left
	$(MVN) -q clean
	rm -rf .counterfoil
