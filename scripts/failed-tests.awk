# Prints the names of the tests that a log says failed, each once, and those that a second try saved.

{ gsub(/\033\[[0-9;]*[A-Za-z]/, "") }

# playwright's last lines:   1 flaky, and below it the tests with four spaces
/^  [0-9]+ flaky$/ { flaky = 1; next }
flaky && /^    [^ ]/ { sub(/ *(─)+$/, ""); tell(substr($0, 5) "  (passed when tried again)"); next }
{ flaky = 0 }

# playwright:   1) tests/friend.spec.ts:3:1 › a game between friends ───
/^  [0-9]+\) / { sub(/^  [0-9]+\) /, ""); sub(/ *(─)+$/, ""); hold($0); next }

# cargo nextest:        FAIL [   0.005s] ( 3/12) komadai-rules::law oracle::shogi
/^ +(FAIL|TIMEOUT|SIGABRT|SIGSEGV) \[/ { sub(/^[^]]*\] *(\([^)]*\) *)?/, ""); tell($0); next }

# cargo test: test name ... FAILED, and with --quiet: name --- FAILED
/^test .* \.\.\. FAILED$/ { sub(/^test /, ""); sub(/ \.\.\. FAILED$/, ""); tell($0); next }
/^[^ ]+ --- FAILED$/ { tell($1); next }

# vitest:  FAIL  src/play/keys.test.ts > keys > are read
/^ FAIL  / { sub(/^ FAIL  /, ""); tell($0); next }

# node --test: ✖ name (1.2ms)
/^✖ .*\([0-9.]+ms\)$/ { sub(/^✖ /, ""); sub(/ \([0-9.]+ms\)$/, ""); tell($0); next }

# pytest: FAILED tests/test_rules.py::name - AssertionError
/^FAILED .*::/ { tell($2); next }

function tell(name) {
  if (!(name in told)) { told[name] = 1; order[++count] = name }
}

# What a test saved by a second try says of its first is no failure.
function hold(name) { held[++kept] = name }

END {
  for (i = 1; i <= kept; i++) {
    name = held[i]
    if (!((name "  (passed when tried again)") in told)) tell(name)
  }
  for (i = 1; i <= count; i++) print order[i]
}
