# Prints the names of the tests that failed according to a log, each once, and of those that passed on a retry.

{ gsub(/\033\[[0-9;]*[A-Za-z]/, "") }

# playwright's last lines:   1 flaky, and below it the tests with four spaces
/^  [0-9]+ flaky$/ { flaky = 1; next }
flaky && /^    [^ ]/ { sub(/ *(─)+$/, ""); report(substr($0, 5) "  (passed when tried again)"); next }
{ flaky = 0 }

# playwright:   1) tests/friend.spec.ts:3:1 › a game between friends ───
/^  [0-9]+\) / { sub(/^  [0-9]+\) /, ""); sub(/ *(─)+$/, ""); hold($0); next }

# cargo nextest:        FAIL [   0.005s] ( 3/12) komadai-rules::law oracle::shogi
/^ +(FAIL|TIMEOUT|SIGABRT|SIGSEGV) \[/ { sub(/^[^]]*\] *(\([^)]*\) *)?/, ""); report($0); next }

# cargo test: test name ... FAILED, and with --quiet: name --- FAILED
/^test .* \.\.\. FAILED$/ { sub(/^test /, ""); sub(/ \.\.\. FAILED$/, ""); report($0); next }
/^[^ ]+ --- FAILED$/ { report($1); next }

# vitest:  FAIL  src/play/keys.test.ts > keys > are read
/^ FAIL  / { sub(/^ FAIL  /, ""); report($0); next }

# node --test: ✖ name (1.2ms)
/^✖ .*\([0-9.]+ms\)$/ { sub(/^✖ /, ""); sub(/ \([0-9.]+ms\)$/, ""); report($0); next }

# pytest: FAILED tests/test_rules.py::name - AssertionError
/^FAILED .*::/ { report($2); next }

function report(name) {
  if (!(name in reported)) { reported[name] = 1; order[++count] = name }
}

# The first attempt of a test that passed on a retry is no failure.
function hold(name) { held[++kept] = name }

END {
  for (i = 1; i <= kept; i++) {
    name = held[i]
    if (!((name "  (passed when tried again)") in reported)) report(name)
  }
  for (i = 1; i <= count; i++) print order[i]
}
