#!/usr/bin/env bash
# The main job on the sample data: import, ask, correct, look back, forget, verify. Needs `kenning` on PATH and KENNING_STORE.
set -euo pipefail
cd "$(dirname "$0")"
export KENNING_TIMEZONE=Europe/Vienna

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
run() { printf '$ kenning'; printf ' %q' "$@"; printf '\n'; kenning "$@"; }
id_of() { kenning recall "$1" -k 1 --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["hits"][0]["view"]["event"]["id"])'; }

say "A chat, a list of mails and a calendar go in; each line is kept with its source."
run import "WhatsApp Chat with Allotment 14.txt" workshop.mbox artsprint.ics

say "A question comes back answered with the lines that answer it."
run recall "Who is allergic to strawberries?" -k 2
run recall "Where was the artsprint?" -k 1

say "Whoever speaks is known from then on, and what is claimed of them rests on what was said."
allergy=$(id_of "Who is allergic to strawberries?")
run assert "Tomas Berg" allergic_to strawberries --evidence "$allergy"
run relate "Tomas Berg" neighbor_of "Marta Wilk"
run who "Tomas Berg"
run graph star "Marta Wilk" --depth 1

say "Nothing is edited: a correction is a new event, and the past still reads as it did."
event=$(id_of "Who keeps bees?")
run correct "$event" --set "location.name=Plot 12" --because "heard on the spot"
run history "$event"

say "Forgetting is real: the words are destroyed, and the log still verifies."
secret=$(kenning record "The key to the shed is under the third pot" --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["id"])')
run erase "$secret" --because "no business of the log" --yes
run recall "Where is the key to the shed?" -k 1
run verify
