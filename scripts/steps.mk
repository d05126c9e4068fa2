# Steps as make's targets: the makefile that includes this has a list `<group>_steps` for each group. The shell of the
# recipes is scripts/step, which keeps logs and times.

SHELL := scripts/step
.SHELLFLAGS = $@
.ONESHELL:
.SILENT:

# A group, or names of steps.
GROUP ?= test

STEPS := $(or $($(GROUP)_steps),$(GROUP))
$(file >$(LOGS)/steps,$(STEPS))

.PHONY: run $(STEPS)
run: $(STEPS)

# Those of the given steps that run this time.
after = | $(filter $(STEPS),$(1))
