#!/usr/bin/env bash
# The main job with nothing but curl. Needs the address of a server in KENNING and a token in TOKEN:
#
#     kenning serve                          # prints a token on a fresh store
#     KENNING=http://127.0.0.1:8420 TOKEN=kng_... bash examples/http.sh
set -euo pipefail

say() { printf '\n# %s\n' "$*"; }
# ask PATH [BODY [MORE OF CURL'S OPTIONS]]: a GET, or a POST of JSON where there is a body.
ask() {
  local path=$1 body=${2-} && shift "$(($# < 2 ? $# : 2))"
  curl --silent --show-error --fail-with-body --max-time 60 "$KENNING/v1/$path" \
    --header "Authorization: Bearer $TOKEN" ${body:+--header "Content-Type: application/json" --data "$body"} "$@" && echo
}
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

say "What is said is recorded; a retry under the same key records nothing twice."
event='{"kind": "message.received", "source": {"type": "app", "name": "chat", "channel": "chat"},
  "actor": {"type": "person", "name": "Marta", "channel": "chat", "identifier": "@marta"},
  "files": [{"role": "primary", "contentType": "text/plain", "content": "The dentist is on Friday at nine"}]}'
receipt=$(ask events "$event" --header "Idempotency-Key: dentist-1") && echo "$receipt"
ask events "$event" --header "Idempotency-Key: dentist-1"
id=$(field id <<<"$receipt")

say "Whoever speaks is recognised."
ask entities/Marta

say "A question comes back answered by the line that answers it."
ask recall '{"question": "When is the dentist?", "k": 1}'

say "A correction is a new event; the view reads as corrected, and its history says why."
ask "events/$id/correct" '{"patch": {"content": "The dentist is on Friday at ten"}, "because": "they called"}'
ask "events/$id/view"
ask "events/$id/history"

say "What is redacted is shown to nobody, and can be lifted."
redaction=$(ask "events/$id/redact" '{"because": "private"}' | field id)
ask recall '{"question": "When is the dentist?"}'
ask "events/$redaction/lift" '{"because": "she does not mind"}'

say "The log, a page at a time: the next one begins behind the cursor."
page=$(ask "events?limit=2") && echo "$page"
ask "events?limit=2&cursor=$(field cursor <<<"$page")"

say "Events as they come, for a second."
curl --silent --no-buffer --max-time 1 "$KENNING/v1/events/stream?cursor=0&kinds=message.received" \
  --header "Authorization: Bearer $TOKEN" || [ $? -eq 28 ] # 28: the second is over

say "What is wrong is refused, with a code that stays."
if ask recall '{"question": 7}'; then exit 1; fi
