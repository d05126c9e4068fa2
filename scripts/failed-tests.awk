# Prints the names of failed tests in a log, each once, and of those that passed on a retry.

{ gsub(/\033\[[0-9;]*[A-Za-z]/, "") }

# playwright's last lines:   1 flaky, followed by the tests, indented by four spaces
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

# A test that passed on a retry has not failed.
function hold(name) { held[++kept] = name }

END {
  for (i = 1; i <= kept; i++) {
    name = held[i]
    if (!((name "  (passed when tried again)") in reported)) report(name)
  }
  for (i = 1; i <= count; i++) print order[i]
}
