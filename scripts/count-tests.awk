# Sums the results in summaries of test runners. Prints "passed failed".

{ gsub(/\033\[[0-9;]*[A-Za-z]/, "") }

# cargo test:  test result: ok. 12 passed; 0 failed; 0 ignored; …
/^test result: / { passed += $4; failed += $6; next }

# cargo nextest:       Summary [   1.2s] 12 tests run: 11 passed (1 slow), 1 failed, 0 skipped
/^ *Summary \[/ { take(); next }

# vitest:       Tests  1 failed | 11 passed (12)
/^ *Tests +[0-9]/ { take(); next }

# node --test:  ℹ pass 12,  # pass 12
/^(#|ℹ) pass [0-9]+$/ { passed += $3; next }
/^(#|ℹ) fail [0-9]+$/ { failed += $3; next }

# playwright:   12 passed (1.0m),   1 failed
/^ +[0-9]+ passed( \(|$)/ { passed += $1; next }
/^ +[0-9]+ failed$/ { failed += $1; next }

# pytest: ===== 1 failed, 11 passed in 0.1s =====
/^=+ .*(passed|failed).* in [0-9.]+s/ { take(); next }

function take(  i) {
  for (i = 2; i <= NF; i++) {
    if ($i ~ /^passed/) passed += $(i - 1)
    if ($i ~ /^failed/ || ($i ~ /^timed/ && $(i + 1) ~ /^out/)) failed += $(i - 1)
  }
}

END { print passed + 0, failed + 0 }
