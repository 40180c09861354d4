#!/bin/sh
# Makes a seed corpus of the test sentences, each with its own menu: three bytes for menu, scene and expectation, then the
# text. The scene is that of nothing ordered; the fuzzer finds the others.
set -eu
cd "$(dirname "$0")"
mkdir -p corpus/parse
for table in burger:0 acts:0 noodles:1 coffee:2; do
    sentences="../agents/tests/grammar/${table%:*}.txt"
    grep -v '^[#@]' "$sentences" | sed 's/ => .*//' | grep . | {
        count=0
        while IFS= read -r text; do
            count=$((count + 1))
            printf "\\$(printf '%03o' "${table#*:}")\\000\\006%s" "$text" > "corpus/parse/${table%:*}-$count"
        done
    }
done
