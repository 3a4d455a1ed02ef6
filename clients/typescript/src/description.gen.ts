// Made by scripts/generate.mjs from the server's description. Not edited by hand.

export interface paths {
    "/v1/access/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask who saw a thing (by id), what a principal saw, and what was refused; the newest first
         * @description Asking is in the audit, too. Raises `NotAllowedError` without the permission ``read_audit``.
         */
        get: operations["audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide whether this session may do something: ``("tool", "deploy", "invoke")``, ``("event", id, "read")``
         * @description Every decision is audited. What is not there and what may not be known of are denied alike.
         */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the context of this session: definition, state and binding, with the permissions that hold now */
        get: operations["context"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/declarations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give what is declared of tools and sensors */
        get: operations["declarations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say in words whether this session may do something and why: the same evaluation as `check` */
        post: operations["explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the grants that stand, to one entity or all; whoever may not manage permissions sees those it gave or got */
        get: operations["grants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/grants/{grant_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take over a grant that lost what it rested on, or end it */
        post: operations["review_grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/grants/{grant_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a grant, named by the event that gave it */
        post: operations["withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/internals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the internal entities: id by name; whoever may not manage permissions sees itself, if it is one */
        get: operations["internals"];
        put?: never;
        /**
         * Make an internal entity by one of the four ready retrieval policies, or change its policy; gives its id
         * @description Its name is that of the agent whose records are its own.
         */
        post: operations["define_internal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw a one-time code by which whoever speaks under an identifier becomes one with this session's entity
         * @description Present it with `redeem_link` in a session of that identifier, in this process, within the minutes it lives.
         */
        post: operations["issue_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/links/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Present a code: this session's entity is joined with whoever issued it; gives the id of the merge
         * @description Raises `NotAllowedError`, in the same words whatever is wrong with the code.
         */
        post: operations["redeem_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/sensors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declare whether an action of a sensor reads or controls, where its name does not end in either */
        post: operations["declare_sensor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/signed-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell whoever is signed in by which token, in which namespace and for which agent */
        get: operations["signed_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens that were issued and not revoked, those that are too old among them; their secrets nobody has */
        get: operations["tokens"];
        put?: never;
        /**
         * Issue a token by which somebody signs in: its secret is in the answer and nowhere else
         * @description It opens what `enter` opens: a session of the entity on the channel, for a person where ``acting_for`` names one. On the
         *     channel ``local`` the admin's is that of whoever holds the file. ``days`` is how long it lives (``None``: until it is
         *     revoked). ``more``: ``name``, to tell it from others; ``verbs`` (those it lets through), ``reading`` (none that changes
         *     anything), ``ceiling`` and ``domains``.
         */
        post: operations["issue_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/tokens/{token_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a token, named by the event that issued it: it opens nothing from the next call on; gives the id of the act */
        post: operations["revoke_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declare how dangerous a tool is: safe, effectful, administrative or reserved. One nobody declared is reserved */
        post: operations["declare_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy the store with its files and its key while it is in use; gives the paths written */
        post: operations["backup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell one state of the store from another; waits so long until it is another than ``since`` */
        get: operations["changed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep in the store what the lane of meaning needs of every row, of one model or of all: of how many rows, by model
         * @description Recording keeps static vectors up by itself; this is for a store that was filled without the extra ``vectors``, or was
         *     rebuilt, and for the embedders it was opened with. It may be broken off, and goes on where it stopped. Raises
         *     `NotFoundError` for a model that is none of this store's, `UnavailableError` where one cannot be reached.
         */
        post: operations["embed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/erase/entity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy an entity, with all that reads as one with it: names, identifiers, attributes, claims, judgements
         * @description Versions of its definition stay as blanks that verify. ``events``: the events too that it caused or recorded; without it
         *     they stay and are listed, as other people's events that mention it always are.
         */
        post: operations["erase_entity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/erase/entity/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what erasing an entity would destroy, and which events stay that say who it was; nothing is done */
        post: operations["plan_erase_entity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/erase/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy an event, what acts on it and what is derived from it, and sweep every file of the store
         * @description The log keeps a tombstone: who, when, why. Not reversible. Ask `plan_erase` first.
         */
        post: operations["erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/erase/event/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what erasing an event would destroy and sweep, and what it could not reach; nothing is done */
        post: operations["plan_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/erase/identifier": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy an identifier wherever Kenning holds it; whoever was met by it stays, with what else is known
         * @description ``events``: the events too that were caused or recorded under it; without it they stay and are listed.
         */
        post: operations["erase_identifier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/erase/identifier/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what erasing an identifier would destroy, and which events stay that carry it; nothing is done */
        post: operations["plan_erase_identifier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Write the log to a file, as sealed JSONL (imports with equal hashes) or as CloudEvents; gives the number of lines */
        get: operations["export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw mentions and claims out of events: by structure (tier 1), by patterns (2), by the extractors of `Config` (3, 4)
         * @description It goes on where it was left, and nothing is claimed twice; ``again`` begins anew, ``since`` looks at what was recorded
         *     from a time on, ``rules`` adds files of patterns, ``dry_run`` only says what would be learned. What an event says no more
         *     is withdrawn. Raises `InvalidError` for files of rules, with their lines, and for a tier of which there is no extractor.
         */
        post: operations["extract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the last sequence and the hash that seals it; (0, zeros) before the first event */
        get: operations["head"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a foreign file or our own JSONL; importing it twice adds nothing
         * @description Without ``keep_going`` a record that is too broken refuses the whole file, and nothing is appended.
         */
        post: operations["import_file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fold the log into fresh projections; gives the number of events folded */
        post: operations["rebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Name the models whose vectors are kept, each with the last sequence whose rows it looked at */
        get: operations["spaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/spaces/{space}/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Drop the vectors of a model; they can be made again. Raises `NotFoundError` where none are kept */
        post: operations["forget_space"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the chain, the stored files, and that what is projected equals what the log folds to from nothing */
        post: operations["verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the newest versions of all artifacts, or of those of one kind */
        get: operations["artifacts"];
        put?: never;
        /**
         * Put a memory or knowledge drawn from events, or a new version of what bears the name; gives it as it reads
         * @description ``more``: ``kind`` ("memory" or "knowledge"), ``contradicts`` (the evidence speaks against what was there), ``because``,
         *     ``parents`` (versions it is made of, by label or hash; else all the newest), ``artifact`` (which one gets a version, where
         *     its name is to be another).
         */
        post: operations["put_artifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/artifacts/{asked}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an artifact, by its name, its id or the hash of a version: the version asked for, else the newest */
        get: operations["artifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/artifacts/{asked}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of an artifact, the oldest first; old ones stay readable */
        get: operations["artifact_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the channels with the sessions bound to them; whoever may not approve channels sees its own */
        get: operations["channels"];
        put?: never;
        /** Say what a channel is: its cap (none where permissions say nothing) and the labels of what comes by it */
        post: operations["define_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/{channel}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a channel: from now on it gives access, up to its cap */
        post: operations["approve_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/{channel}/bind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Note who speaks in a session of a channel. It gives nothing: what holds is the head of its definition */
        post: operations["bind_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/{channel}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a channel: what comes by it is recorded, and gives no access */
        post: operations["reject_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channels/{channel}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take its approval from a channel, in every open session at once */
        post: operations["revoke_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the lines that answer a question, best first, each with its source and what each lane gave it
         * @description With them come the claims about whom it names, as they hold now or at ``valid_at``, what is not known, and
         *     ``context()``: a block for a prompt of at most ``budget_tokens``.
         */
        post: operations["context_block"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all entities as they read now, merged ones under their canonical id, in the order they came */
        get: operations["entities"];
        put?: never;
        /**
         * Make an entity by hand and give its id; two may bear one name
         * @description Raises `ConflictError` where one of its identifiers (channel, string) is another's.
         */
        post: operations["create_entity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{a}/hold-apart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Judge that two entities are never the same: no score suggests or joins them from then on */
        post: operations["hold_apart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{a}/hold-open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take back that two entities are never the same */
        post: operations["hold_open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one entity: by id, by ``channel:identifier``, or by a name or alias that only one bears
         * @description Raises `NotFoundError`, and `ConflictError` with the candidates where several are called so.
         */
        get: operations["who"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is known about an entity: the claims whose subject it is */
        get: operations["about"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add names an entity goes by */
        post: operations["add_alias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/aliases/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take names from an entity, whichever of those merged brought them; mentions that were resolved by them stay */
        post: operations["drop_alias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/appears": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where an entity stands in events, whatever its role, the latest first */
        get: operations["appears"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set attributes of an entity; ``None`` removes one */
        post: operations["describe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm what a score or a name joined to an entity, which opens nothing before: an identifier, a merge, or all */
        post: operations["confirm_identity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of an entity's definition with those of all that were merged into it, oldest first */
        get: operations["definitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/demote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lower an entity at once, in every open session: what it was given ends, what is known of it stays
         * @description Without permissions it keeps what fits the level; untrusted it keeps nothing.
         */
        post: operations["demote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/elevate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Raise an entity to a level and give it permissions, which makes it active; gives the id of the act, the grant's
         * @description ``permissions`` as in the document's schema, or ``"full"``. Raises `NotAllowedError` with the difference where it goes
         *     too far: nothing is trimmed.
         */
        post: operations["elevate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/event-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the events in which an entity stands, in whatever role */
        get: operations["event_count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an entity permissions beside what it has; gives the id of the grant */
        post: operations["grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/identifiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bind an identifier on a channel to an entity: who acts under it is that entity */
        post: operations["bind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/identifiers/unbind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an identifier from an entity, whichever of those merged brought it */
        post: operations["unbind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declare a relationship as part of an entity's definition: by an authorised act, not drawn from any text */
        post: operations["declare_relationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/relationships/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a declared relationship; the versions that had it stay */
        post: operations["end_relationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an entity another canonical name; the old one stays as an alias. Gives the id of the act */
        post: operations["rename"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a retired entity back into use, named by id, identifier, or a name that only one retired entity bore
         * @description Raises `ConflictError` with the candidates where several did.
         */
        post: operations["restore_entity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a suspended entity back what it had */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an entity out of use: it neither resolves nor is suggested, and its claims stay readable */
        post: operations["retire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take all access from an entity for good */
        post: operations["revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split an entity at any time: without a name, undo a merge; with one, names and identifiers go to a new entity
         * @description Gives the id of the act, or of the new entity. What was linked meanwhile stays where it was written.
         */
        post: operations["split"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compute what the log says of an entity up to this session's moment: last seen, how often, where, with whom */
        get: operations["state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take all access from an entity until it is resumed; its level and permissions stay as they are */
        post: operations["suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an entity another type of the active schema */
        post: operations["retype"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{asked}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo a merge, named by its id or by the entity that went, within the grace period; gives the id of the act */
        post: operations["unmerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{survivor}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge two entities to be one; give the id of the merge. ``policies`` settle single attributes
         * @description A policy is survivor_wins, merged_wins, newest, concatenate or reject.
         */
        post: operations["merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{survivor}/merge/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what a merge would change; nothing is done. Raises `ConflictError` where they may not be one */
        post: operations["plan_merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the names of entities by id: of what each reads as, or, with ``own``, as it is called by its own events alone
         * @description One that is not there, or was erased, has none.
         */
        post: operations["names"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say whom a name means, with candidates and scores; nothing is recorded */
        post: operations["resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened together, in order: the events of a thread until it falls silent, with their summary
         * @description Raises `InvalidError` for times and silences that are none.
         */
        get: operations["episodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/episodes/summarise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Summarise episodes that are over: by their most telling lines, or by a summariser of yours
         * @description No episode is summarised twice; one that changed is summarised anew, which supersedes what was said of it. Interrupted,
         *     the next call goes on. With ``dry_run`` nothing is recorded.
         */
        post: operations["summarise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give a stretch of the log at once, with a cursor behind which it goes on: now or later, nothing skipped or repeated
         * @description ``after`` is such a cursor, a sequence, the id of an event, or "end" for where the log ends now; ``limit`` is at most
         *     1,000. ``each`` gives a cursor behind each event, too.
         */
        get: operations["stretch"];
        put?: never;
        /**
         * Append one event: an `Event`, its JSON, a mapping, or the plain text of a note
         * @description ``expected_sequence`` makes it compare-and-set; ``files_from`` is the folder below which local files may be named.
         *     Raises `InvalidError`, `ConflictError`, `ErasedError`, `UnavailableError`; nothing is recorded then.
         */
        post: operations["record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give one event as it was recorded; without content where it is redacted
         * @description Raises `NotFoundError`, and `ErasedError` with the tombstone where it was erased.
         */
        get: operations["event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/amend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add context to an event; it is folded into its view */
        post: operations["amend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Correct an event by a JSON merge patch over time, location, context, content, entities' texts or privacy */
        post: operations["correct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Attach a local file to an event: it is hashed, stored once and verified whenever it is read */
        post: operations["attach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/files/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the bytes of a file of an event's view, verified against the hash recorded with it */
        get: operations["file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one event as it reads at this session's moment: corrected, amended, with files, derivations and history */
        get: operations["history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Walk links from an event: ``up`` to what it links to, ``down`` to what links to it, to a depth */
        get: operations["links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hide an event from every reading, now and at every earlier moment, until the redaction is lifted */
        post: operations["redact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one event as it reads at this session's moment: corrected, amended, with files, derivations and history */
        get: operations["view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{redaction_id}/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lift a redaction by superseding it */
        post: operations["lift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Append a batch in one transaction, all or none; later events may link to earlier ones by the ids they bring */
        post: operations["record_many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Walk the log and, where asked to wait, every event to come; never skips, never repeats */
        get: operations["follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/graph/between": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what connects two entities: claims that join them, the shortest ways of relations, events that concern both
         * @description At most ``limit`` events are listed, the latest. Raises `InvalidError` where the two are one, `NotFoundError`.
         */
        get: operations["between"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/graph/path": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the shortest ways from one entity to another, or every simple one up to the depth */
        get: operations["paths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/graph/star": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Walk from an entity along its relations, hop by hop; with claims about those met, and events that mention them */
        get: operations["star"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/graph/subgraph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give all entities within some hops of one, and every relation between them */
        get: operations["subgraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/macros": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Learn a macro from what an entity did: steps such as ``tool:deploy:invoke``, the events they were done in
         * @description It is bound to what the entity is permitted now. Raises `NotAllowedError` where a step is not.
         */
        post: operations["learn_macro"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/macros/{asked}/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a macro to be carried out, step by step; each step is asked for once more when it is done
         * @description Raises `NotAllowedError` where what its entity is permitted has changed since, until it is validated, and where a step is
         *     not allowed to this session.
         */
        post: operations["use_macro"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/macros/{asked}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge each step of a macro under what its entity is permitted now; where all are allowed a new version holds
         * @description Raises `NotAllowedError` without the permission ``manage_permissions``.
         */
        post: operations["validate_macro"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notices nobody has seen, the newest first; ``read`` lists those that were seen as well */
        get: operations["inbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Note that notices were seen: those about these events, or all; gives the act, nothing where all were seen already */
        post: operations["read_notices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the lines that answer a question, best first, each with its source and what each lane gave it
         * @description With them come the claims about whom it names, as they hold now or at ``valid_at``, what is not known, and
         *     ``context()``: a block for a prompt of at most ``budget_tokens``.
         */
        post: operations["recall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claim that two entities stand in a relation; see `assert_claim` */
        post: operations["relate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what waits for a person: discovered entities, suggested merges, mentions nobody could decide
         * @description Where the log has grown by a twentieth since, whoever holds the file looks first at who may be one by their habits
         *     (`look_for_merges`), and records what that suggests. Not without ``look``, nor at a moment of the past.
         */
        get: operations["reviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{item}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what is to become of an item of the review queue: ``accept``, ``reject`` for ever, or ``later`` */
        post: operations["answer_review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare all who act on a channel once more, by hours, vocabulary, devices and networks too; suggests, never joins
         * @description `reviews` does so unasked when enough has happened; this does it now. Gives how many suggestions are new in the review.
         */
        post: operations["look_for_merges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the user's schema in force at this session's moment, or one of its versions; nothing where none was applied */
        get: operations["schema"];
        put?: never;
        /**
         * Apply a schema file as the next version; gives it, and how it differs from the one before
         * @description Raises `InvalidError` that lists everything wrong with the file, each with its line.
         */
        post: operations["apply_schema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schema/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give the system's schema and the user's as one, as they are in force at this session's moment */
        get: operations["active_schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schema/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say how a schema file differs from what is in force; nothing is applied. Raises `InvalidError` as `apply_schema` */
        post: operations["compare_schema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List claims about an entity (or, with ``obj``, relations to it, or all): those that hold, each with its evidence
         * @description ``valid_at`` asks for those that held at a moment; ``ended`` lists the ended ones too. This session's moment is the other
         *     axis: what was recorded by then.
         */
        get: operations["claims"];
        put?: never;
        /**
         * Claim a value of an entity, such as a birthday or a preference; gives the id of the act
         * @description ``more``: ``evidence`` (ids of events), ``confidence``, ``valid_from``, ``valid_to``, ``time_zone``, ``topic`` and
         *     ``reason``. Without evidence your words are recorded and are it. The same claim again adds evidence.
         */
        post: operations["assert_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{claim_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give one claim as it was written, with all it rests on, whether or not it holds */
        get: operations["claim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{claim_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List how one claim read, version by version */
        get: operations["claim_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{claim_id}/retract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraw a claim altogether: what it had closed is open again */
        post: operations["retract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{claim_id}/supersede": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that a claim is replaced and never held as it stood */
        post: operations["supersede"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{claim_id}/trail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Walk from a claim to the words it rests on: who said them, when, and by what it was drawn from them
         * @description Only what this session may read. Raises `NotFoundError` where there is no such claim.
         */
        get: operations["trail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/contradictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List claims that cannot all hold, of one entity or of all, with a recommendation and its reasons */
        get: operations["contradictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that something holds no longer, from ``valid_from`` on; it stays as what once held */
        post: operations["end_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List views by the time they are about, under filters */
        get: operations["timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AboutList */
        AboutList: {
            items: components["schemas"]["Claim"][];
        };
        /**
         * Act
         * @description One entry of a view's history: an event that touched this one, why, whether it counts now, and what took it out.
         */
        Act: {
            /** @default null */
            because?: string | null;
            counts: boolean;
            /** @enum {string} */
            effect: "amends" | "attaches" | "corrects" | "lifts" | "redacts";
            eventId: string;
            kind: string;
            /** @default null */
            reason?: string | null;
            sequence: number;
            target: string;
        };
        /**
         * Difference
         * @description What a merge changes in how the survivor reads: all of it; events and claims are counted up to 1,000 an entity.
         */
        ActDifference: {
            /** @default [] */
            aliases?: string[];
            /** @default {} */
            attributes?: {
                [key: string]: Record<string, unknown>;
            };
            /** @default [] */
            identifiers?: components["schemas"]["Identifier"][];
            /** @default 0 */
            mentions?: number;
            /** @default 0 */
            statements?: number;
        };
        /**
         * Active
         * @description The system's schema and a user's as one, made for look-ups.
         *
         *     ``ancestors`` holds for every type all types above it. ``names`` leads from what people write, in lower case and without a
         *     prefix, to the qualified name.
         */
        Active: {
            /** @default {} */
            ancestors?: {
                [key: string]: string[];
            };
            /** @default {} */
            names?: {
                [key: string]: string;
            };
            /** @default {} */
            predicates?: {
                [key: string]: components["schemas"]["Predicate"];
            };
            system: components["schemas"]["Schema"];
            /** @default {} */
            types?: {
                [key: string]: components["schemas"]["Type"];
            };
            /** @default null */
            user?: components["schemas"]["Schema"] | null;
        };
        /**
         * Actor
         * @description Who or what caused the event: an entity id, or an identifier on a channel, or just a name.
         */
        Actor: {
            /** @default null */
            channel?: string | null;
            /** @default null */
            id?: string | null;
            /** @default null */
            identifier?: string | null;
            /** @default null */
            name?: string | null;
            type: string;
        };
        /**
         * Reason
         * @description One reason for a judgement, and its share of the score.
         */
        ActReason: {
            /** @default  */
            detail?: string;
            kind: string;
            share: number;
        };
        /** AddAliasAnswer */
        AddAliasAnswer: {
            id: string;
        };
        /** AddAliasBody */
        AddAliasBody: {
            /** @default [] */
            names?: string[];
        };
        /**
         * AdministrativePermissions
         * @description The five administrative acts of the schema. A trusted user merges its own identities only, which reads ``own``.
         */
        AdministrativePermissions: {
            /** @default null */
            approveChannels?: ("allowed" | "denied") | null;
            /** @default null */
            configureSafety?: ("allowed" | "denied") | null;
            /** @default null */
            elevateEntities?: ("allowed" | "denied") | null;
            /** @default null */
            managePermissions?: ("allowed" | "denied") | null;
            /** @default null */
            mergeIdentities?: ("allowed" | "denied" | "own") | null;
        };
        /**
         * Alias
         * @description A name an entity goes by besides its canonical one, and the events that say so (law 7).
         */
        Alias: {
            /** @default [] */
            evidence?: string[];
            name: string;
        };
        /** AmendBody */
        AmendBody: {
            /** @default null */
            because?: string | null;
            text: string;
        };
        /**
         * Amendment
         * @description Context added later: the amending event's own text as it reads now.
         */
        Amendment: {
            /** @default null */
            contentType?: string | null;
            eventId: string;
            sequence: number;
            target: string;
            /** @default  */
            text?: string;
        };
        /** AnswerReviewAnswer */
        AnswerReviewAnswer: {
            id: string;
        };
        /** AnswerReviewBody */
        AnswerReviewBody: {
            /** @enum {string} */
            decision: "accept" | "later" | "reject";
        };
        /**
         * Appearance
         * @description One event in which an entity stands: in which role, and where in the envelope or the text.
         */
        Appearance: {
            at: string;
            eventId: string;
            path: string;
            role: string;
            sequence: number;
            text: string;
        };
        /** AppearsList */
        AppearsList: {
            items: components["schemas"]["Appearance"][];
        };
        /** ApplySchemaAnswer */
        ApplySchemaAnswer: {
            difference: components["schemas"]["SchemaDifference"][];
            schema: components["schemas"]["Schema"];
        };
        /** ApproveChannelAnswer */
        ApproveChannelAnswer: {
            id: string;
        };
        /** ApproveChannelBody */
        ApproveChannelBody: Record<string, unknown>;
        /** ArtifactsList */
        ArtifactsList: {
            items: components["schemas"]["ArtifactView"][];
        };
        /**
         * Step
         * @description One step of a macro: a request for a tool, a sensor or another resource, as the permission engine is asked.
         */
        ArtifactStep: {
            action: string;
            resourceId: string;
            /** @enum {string} */
            resourceType: "administrative" | "channel" | "control_signal" | "entity" | "event" | "file" | "sensor" | "statement" | "tool";
        };
        /**
         * ArtifactVersion
         * @description ``artifact.put``: one immutable version. ``id`` is the SHA-256 of its canonical JSON, parents and commitments included.
         *
         *     ``evidence`` are the events this version itself was drawn from; it rests on those of its parents as well. Of a macro,
         *     ``entity`` is whose execution it came from, and ``profile`` the digest of what that one was permitted.
         */
        ArtifactVersion: {
            /** @default shared */
            agent?: string;
            artifact: string;
            /** @enum {string} */
            cause: "contradiction" | "created" | "evidence" | "revision" | "validation";
            commitments: {
                [key: string]: string;
            };
            /** @default null */
            entity?: string | null;
            /** @default [] */
            evidence?: string[];
            /** @default  */
            id?: string | "";
            /** @enum {string} */
            kind: "knowledge" | "macro" | "memory";
            label: string;
            /** @default [] */
            parents?: string[];
            /** @default null */
            profile?: string | null;
        };
        /** ArtifactVersionsList */
        ArtifactVersionsList: {
            items: components["schemas"]["ArtifactView"][];
        };
        /**
         * ArtifactView
         * @description A version as it reads at a moment: what it says, what it rests on, and what became of it.
         *
         *     Without ``words`` they are ``erased``, or ``hidden`` by a redaction of what they were drawn from. ``evidence`` is all it rests
         *     on, through its parents too; ``stale_because`` names what of it reads otherwise since. ``heads`` are the newest versions.
         */
        ArtifactView: {
            /** @default  */
            by?: string;
            /** @default [] */
            children?: string[];
            /** @default false */
            erased?: boolean;
            /** @default  */
            event?: string;
            /** @default [] */
            evidence?: string[];
            /** @default [] */
            heads?: string[];
            /** @default false */
            hidden?: boolean;
            /** @default  */
            recordedAt?: string;
            /** @default [] */
            staleBecause?: string[];
            /** @enum {string} */
            status: "current" | "demoted" | "superseded";
            version: components["schemas"]["ArtifactVersion"];
            /** @default null */
            words?: components["schemas"]["Words"] | null;
            /** @default null */
            wordsEvent?: string | null;
        };
        /** AssertClaimAnswer */
        AssertClaimAnswer: {
            id: string;
        };
        /** AssertClaimBody */
        AssertClaimBody: {
            /** @default null */
            confidence?: number | null;
            /** @default [] */
            evidence?: string[];
            /** @default null */
            precision?: string | null;
            predicate: string;
            /** @default null */
            reason?: string | null;
            subject: string;
            /** @default null */
            timeZone?: string | null;
            /** @default null */
            topic?: string | null;
            /** @default null */
            validFrom?: string | null;
            /** @default null */
            validTo?: string | null;
            value: unknown;
        };
        /**
         * Attached
         * @description A file that came later, and the event that brought it.
         */
        Attached: {
            eventId: string;
            file: components["schemas"]["File"];
        };
        /** AuditList */
        AuditList: {
            items: components["schemas"]["Sighting"][];
        };
        /**
         * Between
         * @description What connects two entities: the claims that join them, the shortest ways of relations, and events that concern both.
         *
         *     ``names`` are those of all entities met, by id. ``paths`` are empty where no way is within the depth; ``relations`` are
         *     those they go along. ``events`` stand the latest first, each with the role of the first of the two.
         */
        Between: {
            /** @default [] */
            claims?: components["schemas"]["Claim"][];
            /** @default [] */
            events?: components["schemas"]["Appearance"][];
            goal: string;
            /** @default {} */
            names?: {
                [key: string]: string;
            };
            /** @default [] */
            paths?: components["schemas"]["Path"][];
            /** @default [] */
            relations?: components["schemas"]["Related"][];
            start: string;
        };
        /** BindAnswer */
        BindAnswer: {
            id: string;
        };
        /** BindBody */
        BindBody: {
            channel: string;
            identifier: string;
        };
        /** BindChannelAnswer */
        BindChannelAnswer: {
            id: string;
        };
        /** BindChannelBody */
        BindChannelBody: {
            asked: string;
            sessionId: string;
        };
        /**
         * Binding
         * @description Who speaks in a session of a channel: the version of its definition then, the session, the role it had.
         *
         *     A binding gives nothing: what holds is the head of the definition it leads to.
         */
        Binding: {
            entityDefHash: string;
            role: ("admin" | "admin_delegate" | "sub_user" | "trusted_user" | "untrusted") | string;
            sessionId: string;
        };
        /**
         * Candidate
         * @description One entity a mention may mean: how alike, by which features, each between 0 and 1 or a penalty below 0.
         */
        Candidate: {
            entity: string;
            /** @default {} */
            features?: {
                [key: string]: number;
            };
            score: number;
        };
        /** ChangedAnswer */
        ChangedAnswer: {
            state: number;
        };
        /**
         * Channel
         * @description A channel as an authorised act defined it.
         *
         *     ``permissions`` is a cap: nobody has more through this channel. The defaults are the labels of what is recorded by it and
         *     says nothing of its own; recording under them is the channel's right, not the actor's.
         */
        Channel: {
            /**
             * @default pending
             * @enum {string}
             */
            approvalState?: "approved" | "pending" | "rejected" | "revoked";
            /** @default [] */
            defaultDomains?: ("credentials" | "interaction" | "personal" | "private" | "project" | "relationship" | "research" | "technical")[];
            /**
             * @default private
             * @enum {string}
             */
            defaultSensitivity?: "confidential" | "private" | "public" | "restricted";
            /**
             * @default owner
             * @enum {string}
             */
            defaultVisibility?: "owner" | "participants" | "public" | "shared";
            /** @default [] */
            entityBindings?: components["schemas"]["Binding"][];
            id: string;
            /** @default channel */
            kind?: string;
            /**
             * @default {
             *       "administrativePermissions": {
             *         "approveChannels": "allowed",
             *         "configureSafety": "allowed",
             *         "elevateEntities": "allowed",
             *         "managePermissions": "allowed",
             *         "mergeIdentities": "allowed"
             *       },
             *       "controlChannel": "allowed",
             *       "delegation": {
             *         "canDelegateTo": [
             *           "*"
             *         ],
             *         "maxDelegationLevel": "admin_delegate"
             *       },
             *       "domainAccess": {
             *         "credentials": "write",
             *         "interaction": "write",
             *         "personal": "write",
             *         "private": "write",
             *         "project": "write",
             *         "relationship": "write",
             *         "research": "write",
             *         "technical": "write"
             *       },
             *       "furtherPermissions": {
             *         "correctOthers": "allowed",
             *         "declassify": "allowed",
             *         "erase": "allowed",
             *         "readAgents": "allowed",
             *         "readAudit": "allowed"
             *       },
             *       "privacyCeiling": "confidential",
             *       "sensorPermissions": {
             *         "*": "allowed"
             *       },
             *       "toolPermissions": {
             *         "*": "allowed"
             *       }
             *     }
             */
            permissions?: components["schemas"]["Permissions"];
        };
        /** ChannelsList */
        ChannelsList: {
            items: components["schemas"]["Channel"][];
        };
        /** CheckBody */
        CheckBody: {
            action: string;
            resourceId: string;
            resourceType: string;
        };
        /**
         * Claim
         * @description What a reader sees of a claim at one moment: its version, and all it rests on.
         *
         *     ``acts`` are the acts that assert it, ``also`` the ids of twins that read as one with it since two entities were merged.
         */
        Claim: {
            /** @default [] */
            acts?: string[];
            /** @default [] */
            also?: string[];
            /** @default null */
            because?: string | null;
            /** @default 0 */
            confidence?: number;
            /** @default [] */
            denied?: string[];
            /** @default [] */
            evidence?: components["schemas"]["Evidence"][];
            /** @default true */
            held?: boolean;
            id: string;
            /** @default 0 */
            rank?: number;
            since: number;
            /**
             * @default open
             * @enum {string}
             */
            state?: "closed" | "open" | "retracted" | "superseded";
            statement: components["schemas"]["Statement"];
            /** @default null */
            until?: number | null;
            /** @default null */
            validFrom?: number | null;
            /** @default null */
            validTo?: number | null;
        };
        /** ClaimHistoryList */
        ClaimHistoryList: {
            items: components["schemas"]["ClaimRow"][];
        };
        /**
         * ClaimRow
         * @description One version of a claim: how it read from one sequence until before another.
         *
         *     ``id`` is the event of the first act that it rests on. ``statement`` stands in its canonical direction. ``held`` is false
         *     where it never held: retracted, or superseded altogether. ``because`` is the act that ended it. ``denied`` names acts by less
         *     trusted asserters that say it ended.
         */
        ClaimRow: {
            /** @default null */
            because?: string | null;
            /** @default 0 */
            confidence?: number;
            /** @default [] */
            denied?: string[];
            /** @default true */
            held?: boolean;
            id: string;
            /** @default 0 */
            rank?: number;
            since: number;
            /**
             * @default open
             * @enum {string}
             */
            state?: "closed" | "open" | "retracted" | "superseded";
            statement: components["schemas"]["Statement"];
            /** @default null */
            until?: number | null;
            /** @default null */
            validFrom?: number | null;
            /** @default null */
            validTo?: number | null;
        };
        /** ClaimsList */
        ClaimsList: {
            items: components["schemas"]["Claim"][];
        };
        /** CompareSchemaList */
        CompareSchemaList: {
            items: components["schemas"]["SchemaDifference"][];
        };
        /**
         * Concerned
         * @description A thing the event concerns, by entity id, by identifier on a channel, or by name; in a role.
         */
        Concerned: {
            /** @default null */
            channel?: string | null;
            /** @default null */
            id?: string | null;
            /** @default null */
            identifier?: string | null;
            /** @default null */
            name?: string | null;
            /** @default null */
            role?: string | null;
            /** @default null */
            type?: string | null;
        };
        /** ConfirmIdentityAnswer */
        ConfirmIdentityAnswer: {
            id: string;
        };
        /** ConfirmIdentityBody */
        ConfirmIdentityBody: {
            /** @default null */
            identifier?: [
                string,
                string
            ] | null;
            /** @default null */
            merge?: string | null;
        };
        /**
         * Context
         * @description The device, app, environment and session in which it happened.
         */
        Context: {
            /** @default null */
            app?: components["schemas"]["Part"] | null;
            /** @default null */
            device?: components["schemas"]["Part"] | null;
            /** @default null */
            environment?: components["schemas"]["Part"] | null;
            /** @default null */
            session?: components["schemas"]["Part"] | null;
        };
        /** ContextBlockAnswer */
        ContextBlockAnswer: {
            context: string;
        };
        /** ContextBlockBody */
        ContextBlockBody: {
            /** @default 2000 */
            budgetTokens?: number;
            /** @default null */
            filters?: components["schemas"]["Filters"] | null;
            /** @default 10 */
            k?: number;
            question: string;
            /** @default null */
            validAt?: string | null;
            /** @default null */
            ways?: components["schemas"]["Ways"] | null;
        };
        /**
         * Contradiction
         * @description Claims that cannot all hold, side by side, best supported first; or one that somebody less trusted denies.
         *
         *     ``recommendation`` is the id of the one to believe, with the reasons; ``None`` where nothing tells them apart.
         */
        Contradiction: {
            claims: components["schemas"]["Claim"][];
            /** @default [] */
            reasons?: string[];
            /** @default null */
            recommendation?: string | null;
        };
        /** ContradictionsList */
        ContradictionsList: {
            items: components["schemas"]["Contradiction"][];
        };
        /**
         * Conversation
         * @description A session of a channel as an answer: its score, and the ids of its lines that answer, best first.
         *
         *     Its score is that of its best line, half of the next, a quarter of the third, and so on: a session that answers twice goes
         *     before one that answers once as well.
         */
        Conversation: {
            channel: string;
            /** @default [] */
            lines?: string[];
            rank: number;
            score: number;
            session: string;
        };
        /**
         * Coordinates
         * @description A point on the earth, WGS 84: degrees, metres above the ellipsoid, metres of accuracy.
         */
        Coordinates: {
            /** @default null */
            accuracyM?: number | null;
            /** @default null */
            altitudeM?: number | null;
            latitude: number;
            longitude: number;
        };
        /** CorrectBody */
        CorrectBody: {
            /** @default null */
            because?: string | null;
            patch: Record<string, unknown>;
        };
        /** CreateEntityAnswer */
        CreateEntityAnswer: {
            entity: string;
        };
        /** CreateEntityBody */
        CreateEntityBody: {
            /** @default [] */
            aliases?: string[];
            /** @default null */
            attributes?: Record<string, unknown> | null;
            /** @default [] */
            identifiers?: [
                string,
                string
            ][];
            name: string;
            /** @default kenning:Person */
            type?: string;
        };
        /**
         * Cut
         * @description How a log is cut into episodes, and which of them are meant: those that have anything in a stretch of time.
         *
         *     A thread that is silent for longer than ``silence_s`` begins another: between two messages of one talk hours pass, between two
         *     talks a night. ``open``: those too that may go on, for no such silence has passed yet.
         */
        Cut: {
            /** @default null */
            after?: string | null;
            /** @default null */
            before?: string | null;
            /** @default false */
            open?: boolean;
            /** @default 10800 */
            silenceS?: number;
        };
        /**
         * Decision
         * @description Allow or deny, why, and by which rule. ``words`` in ``rules.access`` says it so that a person understands.
         *
         *     A denial names every side that refused. Decisions are few and shared: they hold nothing of the request.
         */
        Decision: {
            allowed: boolean;
            /** @default [] */
            reasons?: components["schemas"]["RequestReason"][];
            rule: string;
        };
        /**
         * Declarations
         * @description What is declared in a namespace: tools by name, actions of sensors by key (``camera_pan``).
         *
         *     A tool nobody declared counts as ``reserved``. An action of a sensor nobody declared reads where its key ends in ``_read`` and
         *     controls where it ends in ``_control``; any other is for those whose sensors are ``all``.
         */
        Declarations: {
            /** @default {} */
            sensors?: {
                [key: string]: "control" | "read";
            };
            /** @default {} */
            tools?: {
                [key: string]: "administrative" | "effectful" | "reserved" | "safe";
            };
        };
        /** DeclareRelationshipAnswer */
        DeclareRelationshipAnswer: {
            id: string;
        };
        /** DeclareRelationshipBody */
        DeclareRelationshipBody: {
            /** @default  */
            since?: string;
            /** @default 1 */
            strength?: number;
            target: string;
            type: string;
        };
        /** DeclareSensorAnswer */
        DeclareSensorAnswer: {
            id: string;
        };
        /** DeclareSensorBody */
        DeclareSensorBody: {
            action: string;
            reach: string;
        };
        /** DeclareToolAnswer */
        DeclareToolAnswer: {
            id: string;
        };
        /** DeclareToolBody */
        DeclareToolBody: {
            name: string;
            /** @enum {string} */
            toolClass: "administrative" | "effectful" | "reserved" | "safe";
        };
        /** DefineChannelAnswer */
        DefineChannelAnswer: {
            id: string;
        };
        /** DefineChannelBody */
        DefineChannelBody: {
            channel: string;
            /** @default [] */
            domains?: string[];
            /** @default channel */
            kind?: string;
            /** @default null */
            permissions?: "full" | components["schemas"]["Permissions"] | null;
            /**
             * @default private
             * @enum {string}
             */
            sensitivity?: "confidential" | "private" | "public" | "restricted";
            /**
             * @default owner
             * @enum {string}
             */
            visibility?: "owner" | "participants" | "public" | "shared";
        };
        /** DefineInternalAnswer */
        DefineInternalAnswer: {
            entity: string;
        };
        /** DefineInternalBody */
        DefineInternalBody: {
            name: string;
            /** @default null */
            policy?: components["schemas"]["RetrievalPolicy"] | null;
            /** @enum {string} */
            type: "automation_agent" | "companion" | "stream_host" | "technical_assistant";
        };
        /**
         * Definition
         * @description One immutable version of an entity, as it reads: where a value was erased it is blank, and ``erased`` names the place.
         *
         *     ``id`` is that of the `Version` it was opened from, and confirms nothing about what is blank.
         */
        Definition: {
            /** @default shared */
            agent?: string;
            /** @default [] */
            aliases?: components["schemas"]["Alias"][];
            /** @default [] */
            allowedChannels?: string[];
            /** @default {} */
            attributes?: Record<string, unknown>;
            entityId: string;
            entityType: string;
            /** @default [] */
            erased?: string[];
            /** @default  */
            id?: string;
            /** @default {} */
            identity?: components["schemas"]["Identity"];
            /** @default null */
            internalType?: ("automation_agent" | "companion" | "stream_host" | "technical_assistant") | null;
            label: string;
            /** @enum {string} */
            lifecycleState: "active" | "discovered" | "merged" | "pending_review" | "revoked" | "suspended";
            name: string;
            /** @default [] */
            parents?: string[];
            /** @default {} */
            permissions?: components["schemas"]["Permissions"];
            provenance: components["schemas"]["DefinitionProvenance"];
            /** @default [] */
            relationships?: components["schemas"]["Relationship"][];
            /** @default false */
            retired?: boolean;
            /**
             * @default untrusted
             * @enum {string}
             */
            trustLevel?: "admin" | "admin_delegate" | "sub_user" | "trusted_user" | "untrusted";
            /**
             * @default external
             * @enum {string}
             */
            type?: "external" | "internal";
        };
        /**
         * DefinitionProvenance
         * @description Which act made a version: the event, what it did, by whom, and from which versions.
         */
        DefinitionProvenance: {
            action: string;
            by: string;
            event: string;
            /** @default [] */
            fromVersions?: string[];
        };
        /** DefinitionsList */
        DefinitionsList: {
            items: components["schemas"]["Definition"][];
        };
        /**
         * Delegation
         * @description To whom permissions may be passed on, and up to which level; nobody where it says nothing.
         */
        Delegation: {
            /** @default [] */
            canDelegateTo?: string[];
            /** @default null */
            maxDelegationLevel?: ("admin_delegate" | "sub_user" | "trusted_user") | null;
        };
        /** DemoteAnswer */
        DemoteAnswer: {
            id: string;
        };
        /** DemoteBody */
        DemoteBody: {
            /**
             * @default untrusted
             * @enum {string}
             */
            level?: "admin" | "admin_delegate" | "sub_user" | "trusted_user" | "untrusted";
            /** @default null */
            permissions?: "full" | components["schemas"]["Permissions"] | null;
        };
        /**
         * Derivation
         * @description An event derived from this one, with its provenance; stale when a source changed after it was made.
         */
        Derivation: {
            eventId: string;
            kind: string;
            /** @default null */
            provenance?: components["schemas"]["Provenance"] | null;
            sequence: number;
            /** @default false */
            stale?: boolean;
        };
        /** DescribeAnswer */
        DescribeAnswer: {
            id: string;
        };
        /** DescribeBody */
        DescribeBody: {
            attributes: Record<string, unknown>;
        };
        /**
         * DomainAccess
         * @description What may be done in each of the document's eight domains; write includes read.
         */
        DomainAccess: {
            /**
             * @default none
             * @enum {string}
             */
            credentials?: "none" | "read" | "write";
            /**
             * @default none
             * @enum {string}
             */
            interaction?: "none" | "read" | "write";
            /**
             * @default none
             * @enum {string}
             */
            personal?: "none" | "read" | "write";
            /**
             * @default none
             * @enum {string}
             */
            private?: "none" | "read" | "write";
            /**
             * @default none
             * @enum {string}
             */
            project?: "none" | "read" | "write";
            /**
             * @default none
             * @enum {string}
             */
            relationship?: "none" | "read" | "write";
            /**
             * @default none
             * @enum {string}
             */
            research?: "none" | "read" | "write";
            /**
             * @default none
             * @enum {string}
             */
            technical?: "none" | "read" | "write";
        };
        /**
         * Drawing
         * @description What became of one thing that was drawn from an event: by what, in a line, from which words, and the claim it made.
         *
         *     It is *new*, was *known* already, was *withdrawn* since it is drawn no longer, or was *left out*, with the reason.
         */
        Drawing: {
            /** @default  */
            claim?: string;
            /** @default 1 */
            confidence?: number;
            event: string;
            extractor: string;
            /** @enum {string} */
            fate: "known" | "left out" | "new" | "withdrawn";
            /** @default  */
            reason?: string;
            /** @default  */
            rule?: string;
            said: string;
            tier: number;
            version: string;
            /** @default  */
            words?: string;
        };
        /** DropAliasAnswer */
        DropAliasAnswer: {
            id: string;
        };
        /** DropAliasBody */
        DropAliasBody: {
            /** @default [] */
            names?: string[];
        };
        /**
         * Edge
         * @description One link walked: from a later event to an earlier one, and how many steps from where the walk began.
         */
        Edge: {
            depth: number;
            fromEventId: string;
            relation: string;
            toEventId: string;
        };
        /** ElevateAnswer */
        ElevateAnswer: {
            id: string;
        };
        /** ElevateBody */
        ElevateBody: {
            /** @default null */
            dependent?: boolean | null;
            /** @enum {string} */
            level: "admin" | "admin_delegate" | "sub_user" | "trusted_user" | "untrusted";
            /** @default null */
            permissions?: "full" | components["schemas"]["Permissions"] | null;
        };
        /** EmbedAnswer */
        EmbedAnswer: {
            rows: {
                [key: string]: number;
            };
        };
        /** EmbedBody */
        EmbedBody: {
            /** @default null */
            space?: string | null;
        };
        /** EndClaimAnswer */
        EndClaimAnswer: {
            id: string;
        };
        /** EndClaimBody */
        EndClaimBody: {
            /** @default null */
            confidence?: number | null;
            /** @default [] */
            evidence?: string[];
            /** @default null */
            obj?: string | null;
            /** @default null */
            precision?: string | null;
            predicate: string;
            /** @default null */
            reason?: string | null;
            subject: string;
            /** @default null */
            timeZone?: string | null;
            /** @default null */
            topic?: string | null;
            /** @default null */
            validFrom?: string | null;
            /** @default null */
            validTo?: string | null;
            /** @default null */
            value?: unknown;
        };
        /** EndRelationshipAnswer */
        EndRelationshipAnswer: {
            id: string;
        };
        /** EndRelationshipBody */
        EndRelationshipBody: {
            target: string;
            type: string;
        };
        /** EntitiesList */
        EntitiesList: {
            items: components["schemas"]["EntityView"][];
        };
        /**
         * EntityState
         * @description What is projected about an entity at a moment, and never stored as an artifact: all of it follows from the log.
         */
        EntityState: {
            /** @default [] */
            behavioralPatterns?: Record<string, unknown>[];
            /** @default {} */
            channels?: {
                [key: string]: number;
            };
            /** @default {} */
            companions?: {
                [key: string]: number;
            };
            /** @default [] */
            derivedPreferences?: Record<string, unknown>[];
            /** @default [] */
            hours?: number[];
            id: string;
            /** @default 0 */
            interactionCount?: number;
            /** @default null */
            lastSeen?: string | null;
            /** @default [] */
            relationships?: Record<string, unknown>[];
            sequence: number;
            /** @default 0 */
            sourceOf?: number;
        };
        /**
         * EntityView
         * @description An entity as it reads at a moment. ``id`` is the canonical one; ``asked`` the one asked for, which may redirect to it.
         */
        EntityView: {
            agentId: string;
            /** @default [] */
            aliases?: components["schemas"]["Alias"][];
            asked: string;
            /** @default {} */
            attributes?: Record<string, unknown>;
            canonicalName: string;
            createdAtUnixNanos: number;
            definition: components["schemas"]["Definition"];
            entityType: string;
            id: string;
            /** @default [] */
            identifiers?: components["schemas"]["Identifier"][];
            /** @default null */
            lastSeenAtUnixNanos?: number | null;
            /** @default {} */
            latin?: {
                [key: string]: string[];
            };
            /** @default [] */
            members?: string[];
            /** @default null */
            mergedInto?: string | null;
            namespaceId: string;
            /** @default false */
            tombstoned?: boolean;
        };
        /**
         * Envelope
         * @description An event and its place in the log, as every reader sees it; ``hash`` seals it into the chain.
         */
        Envelope: {
            /** @default null */
            actor?: components["schemas"]["Actor"] | null;
            /** @default  */
            agent?: string;
            /** @default null */
            context?: components["schemas"]["Context"] | null;
            /** @default [] */
            entities?: components["schemas"]["Concerned"][];
            files: components["schemas"]["File"][];
            /** @default  */
            hash?: string;
            id: string;
            /** @default null */
            idempotencyKey?: string | null;
            kind: string;
            /** @default [] */
            links?: components["schemas"]["Link"][];
            /** @default null */
            location?: components["schemas"]["Location"] | null;
            /** @default  */
            namespace?: string;
            /** @default null */
            privacy?: components["schemas"]["Privacy"] | null;
            /** @default null */
            provenance?: components["schemas"]["Provenance"] | null;
            recordedAt: string;
            /** @default null */
            recordedBy?: components["schemas"]["RecordedBy"] | null;
            /** @default 1 */
            schemaVersion?: number;
            /** @default 0 */
            sequence?: number;
            source: components["schemas"]["Source"];
            /** @default null */
            time?: components["schemas"]["Time"] | null;
        };
        /**
         * Episode
         * @description What happened together: events of one thread between two silences, in order, and their summary where there is one.
         *
         *     ``thread`` is what the source calls it, empty where it says nothing; ``actors`` are who caused them, the first to speak first.
         *     ``outdated``: the summary was made of other events, or of these as they read before. ``open``: more may come.
         */
        Episode: {
            /** @default [] */
            actors?: string[];
            channel: string;
            events: string[];
            firstAt: string;
            lastAt: string;
            /** @default false */
            open?: boolean;
            /** @default false */
            outdated?: boolean;
            /** @default null */
            summary?: string | null;
            /** @default  */
            text?: string;
            /** @default  */
            thread?: string;
        };
        /** EpisodesList */
        EpisodesList: {
            items: components["schemas"]["Episode"][];
        };
        /** EraseBody */
        EraseBody: {
            because: string;
            eventId: string;
        };
        /** EraseEntityBody */
        EraseEntityBody: {
            asked: string;
            because: string;
            /** @default false */
            events?: boolean;
        };
        /** EraseIdentifierBody */
        EraseIdentifierBody: {
            because: string;
            channel: string;
            /** @default false */
            events?: boolean;
            identifier: string;
        };
        /**
         * ErasePlan
         * @description What an erasure would destroy: the event, what acts on it, what is derived from it, files nobody else uses.
         *
         *     ``event_id`` is what was asked for: an event, or, by ``what``, an entity or an identifier. ``entity_acts`` are the acts on the
         *     entity graph that go; ``events`` is all of them together. What stays is listed: ``own`` events of whom is erased, each with
         *     all that erasing it would take, and ``mentions`` in other people's.
         */
        ErasePlan: {
            /** @default [] */
            acts?: string[];
            /** @default [] */
            cannot?: string[];
            /** @default [] */
            derived?: string[];
            /** @default [] */
            entities?: string[];
            /** @default [] */
            entityActs?: string[];
            eventId: string;
            events: string[];
            /** @default [] */
            files?: string[];
            /** @default [] */
            mentions?: string[];
            /** @default {} */
            own?: {
                [key: string]: string[];
            };
            /** @default [] */
            reread?: string[];
            /** @default [] */
            sweeps?: string[];
            /** @default event */
            what?: string;
        };
        /**
         * EraseReport
         * @description What an erasure did: the events gone, the tombstone in the log, the places swept and those it could not reach.
         *
         *     ``own`` and ``mentions`` are the events that stay and still say what was erased, as in the plan.
         */
        EraseReport: {
            /** @default [] */
            entities?: string[];
            erased: string[];
            eventId: string;
            /** @default [] */
            files?: string[];
            /** @default {} */
            left?: {
                [key: string]: string;
            };
            /** @default [] */
            mentions?: string[];
            /** @default {} */
            own?: {
                [key: string]: string[];
            };
            /** @default [] */
            swept?: string[];
            tombstone: string;
            /** @default event */
            what?: string;
        };
        /**
         * Event
         * @description What a source submits: the whole envelope but its place in the log.
         */
        Event: {
            /** @default null */
            actor?: components["schemas"]["Actor"] | null;
            /** @default null */
            context?: components["schemas"]["Context"] | null;
            /** @default [] */
            entities?: components["schemas"]["Concerned"][];
            files: components["schemas"]["File"][];
            /** @default null */
            id?: string | null;
            /** @default null */
            idempotencyKey?: string | null;
            kind: string;
            /** @default [] */
            links?: components["schemas"]["Link"][];
            /** @default null */
            location?: components["schemas"]["Location"] | null;
            /** @default null */
            privacy?: components["schemas"]["Privacy"] | null;
            /** @default null */
            provenance?: components["schemas"]["Provenance"] | null;
            /** @default 1 */
            schemaVersion?: number;
            source: components["schemas"]["Source"];
            /** @default null */
            time?: components["schemas"]["Time"] | null;
        };
        /** EventCountAnswer */
        EventCountAnswer: {
            count: number;
        };
        /**
         * Evidence
         * @description One event a claim rests on: how sure it says so, from which source, and how far that source was believed then.
         *
         *     ``derived``: it came out of a recall, or is drawn from what did, and counts for nothing (a claim would feed itself).
         */
        Evidence: {
            /** @default 1 */
            belief?: number;
            /** @default 1 */
            confidence?: number;
            /** @default false */
            derived?: boolean;
            event: string;
            source: string;
        };
        /** ExplainAnswer */
        ExplainAnswer: {
            words: string;
        };
        /** ExplainBody */
        ExplainBody: {
            action: string;
            resourceId: string;
            resourceType: string;
        };
        /** ExtractBody */
        ExtractBody: {
            /** @default false */
            again?: boolean;
            /** @default false */
            dryRun?: boolean;
            /** @default null */
            since?: string | null;
            /** @default [] */
            tiers?: number[];
        };
        /**
         * ExtractReport
         * @description What an extraction did: events looked at, events read closely, claims by what became of them.
         *
         *     ``drawings`` shows the first of those that are not known already. ``failed`` are events nothing could be made of, ``stopped``
         *     says why it ended before the log did; both are for a later run. A ``dry_run`` recorded nothing.
         */
        ExtractReport: {
            /** @default [] */
            drawings?: components["schemas"]["Drawing"][];
            /** @default false */
            dryRun?: boolean;
            /** @default 0 */
            events?: number;
            /** @default [] */
            failed?: components["schemas"]["Remark"][];
            /** @default 0 */
            known?: number;
            /** @default 0 */
            leftOut?: number;
            /** @default 0 */
            new?: number;
            /** @default 0 */
            read?: number;
            /** @default  */
            stopped?: string;
            /** @default 0 */
            withdrawn?: number;
        };
        /**
         * File
         * @description A piece of content: inline, or a local path to be stored, or a stored file, or a remote reference.
         *
         *     ``content`` holds at most 1 MiB, as text or, with ``encoding: "base64"``, as bytes. ``path`` is read when the event is
         *     recorded and never kept; ``sha256``, ``size`` and ``stored_as`` are set by Kenning. ``url`` is never fetched.
         */
        File: {
            /** @default null */
            content?: string | null;
            /** @default null */
            contentType?: string | null;
            /** @default null */
            encoding?: "base64" | null;
            /** @default null */
            metadata?: Record<string, unknown> | null;
            /** @default null */
            name?: string | null;
            /** @default null */
            path?: string | null;
            /** @enum {string} */
            role: "attachment" | "derived" | "primary" | "raw" | "screenshot" | "transcript";
            /** @default null */
            sha256?: string | null;
            /** @default null */
            size?: number | null;
            /** @default null */
            storedAs?: string | null;
            /** @default null */
            url?: string | null;
        };
        /**
         * Filters
         * @description What narrows a reading: kinds, actors and entities by name, and a window of effective time (half open).
         *
         *     Actors match by name, identifier or id in the log, and by the first of these they have in timeline and recall; entities
         *     narrow the log and its following.
         */
        Filters: {
            /** @default [] */
            actors?: string[];
            /** @default null */
            after?: string | null;
            /** @default null */
            before?: string | null;
            /** @default [] */
            entities?: string[];
            /** @default [] */
            kinds?: string[];
        };
        /** ForgetSpaceAnswer */
        ForgetSpaceAnswer: {
            forgotten: null;
        };
        /** ForgetSpaceBody */
        ForgetSpaceBody: Record<string, unknown>;
        /**
         * FurtherPermissions
         * @description The acts the design adds to the schema: erase, correct others, lower labels, read other agents and the audit.
         */
        FurtherPermissions: {
            /** @default null */
            correctOthers?: ("allowed" | "denied") | null;
            /** @default null */
            declassify?: ("allowed" | "denied") | null;
            /** @default null */
            erase?: ("allowed" | "denied" | "own") | null;
            /** @default null */
            readAgents?: ("allowed" | "denied") | null;
            /** @default null */
            readAudit?: ("allowed" | "denied") | null;
        };
        /**
         * Grant
         * @description One grant: an elevation or permissions given, by the event that gave it.
         *
         *     ``dependent``: usable only while the granter holds all of it. ``flagged``: the granter lost it once, and nobody reviewed it
         *     since; what the granter gets back does not lift that, only a review does.
         */
        Grant: {
            /** @default false */
            dependent?: boolean;
            /** @default false */
            flagged?: boolean;
            granter: string;
            id: string;
            /**
             * @default untrusted
             * @enum {string}
             */
            level?: "admin" | "admin_delegate" | "sub_user" | "trusted_user" | "untrusted";
            /** @default {} */
            permissions?: components["schemas"]["Permissions"];
            target: string;
        };
        /** GrantAnswer */
        GrantAnswer: {
            id: string;
        };
        /** GrantBody */
        GrantBody: {
            /** @default null */
            dependent?: boolean | null;
            permissions: "full" | components["schemas"]["Permissions"] | null;
        };
        /** GrantsList */
        GrantsList: {
            items: components["schemas"]["Grant"][];
        };
        /** HeadAnswer */
        HeadAnswer: {
            hash: string;
            sequence: number;
        };
        /** HistoryList */
        HistoryList: {
            items: components["schemas"]["Act"][];
        };
        /**
         * Hit
         * @description One line of an answer: the view that answers, its score, its rank from 1, and what each lane gave it.
         *
         *     ``copies`` are the events that say the same, forwarded or imported again: they take no place of their own.
         */
        Hit: {
            /** @default [] */
            copies?: string[];
            /** @default [] */
            lanes?: components["schemas"]["Lane"][];
            rank: number;
            score: number;
            view: components["schemas"]["View"];
        };
        /** HoldApartAnswer */
        HoldApartAnswer: {
            id: string;
        };
        /** HoldApartBody */
        HoldApartBody: {
            b: string;
        };
        /** HoldOpenAnswer */
        HoldOpenAnswer: {
            id: string;
        };
        /** HoldOpenBody */
        HoldOpenBody: {
            b: string;
        };
        /**
         * Identifier
         * @description By what an entity is met: a string on a channel; when and by whom it was bound, where that was not its discovery.
         *
         *     ``joined``: a name alone led to it, and nobody confirmed it since; it tells who is meant and opens nothing.
         */
        Identifier: {
            /** @default null */
            boundAt?: string | null;
            /** @default null */
            boundBy?: string | null;
            channel: string;
            identifier: string;
            /** @default false */
            joined?: boolean;
        };
        /**
         * Identity
         * @description All identifiers of an entity: the first, and those confirmed since to be the same.
         */
        Identity: {
            /** @default [] */
            merged?: components["schemas"]["Merged"][];
            /** @default null */
            primary?: components["schemas"]["Primary"] | null;
        };
        /**
         * ImportReport
         * @description What an import did: events added, known from before, erased from before; records skipped and left out, each by place.
         */
        ImportReport: {
            /** @default 0 */
            added?: number;
            /** @default [] */
            changed?: components["schemas"]["Remark"][];
            /** @default 0 */
            erased?: number;
            format: string;
            /** @default {} */
            kinds?: {
                [key: string]: number;
            };
            /** @default 0 */
            known?: number;
            /** @default [] */
            leftOut?: components["schemas"]["Remark"][];
            /** @default [] */
            remarks?: components["schemas"]["Remark"][];
            /** @default [] */
            skipped?: components["schemas"]["Remark"][];
        };
        /** InboxList */
        InboxList: {
            items: components["schemas"]["Notice"][];
        };
        /** InternalsAnswer */
        InternalsAnswer: {
            internals: {
                [key: string]: string;
            };
        };
        /**
         * Issued
         * @description A token that was just issued, with what its holder has to show: given once, and to be had from nobody afterwards.
         */
        Issued: {
            secret: string;
            token: components["schemas"]["Token"];
        };
        /** IssueLinkAnswer */
        IssueLinkAnswer: {
            code: string;
        };
        /** IssueLinkBody */
        IssueLinkBody: {
            channel: string;
            identifier: string;
            /** @default 10 */
            minutes?: number;
        };
        /** IssueTokenBody */
        IssueTokenBody: {
            /** @default null */
            actingFor?: string | null;
            /** @default null */
            agent?: string | null;
            /** @default null */
            ceiling?: ("confidential" | "private" | "public" | "restricted") | null;
            channel: string;
            /** @default 90 */
            days?: number | null;
            /** @default [] */
            domains?: ("credentials" | "interaction" | "personal" | "private" | "project" | "relationship" | "research" | "technical")[];
            entity: string;
            /** @default null */
            name?: string | null;
            /** @default false */
            reading?: boolean;
            /** @default [] */
            verbs?: string[];
        };
        /**
         * Lane
         * @description What one lane gave a hit: its rank in that lane, its score there, and how much of the hit's score that is.
         */
        Lane: {
            lane: string;
            rank: number;
            raw: number;
            share: number;
        };
        /** LearnMacroBody */
        LearnMacroBody: {
            /** @default  */
            because?: string;
            entity: string;
            events: string[];
            name: string;
            steps: (string | components["schemas"]["ArtifactStep"])[];
            /** @default  */
            text?: string;
        };
        /** LiftBody */
        LiftBody: {
            /** @default null */
            because?: string | null;
        };
        /**
         * Link
         * @description A directed connection from this event to an earlier one.
         */
        Link: {
            /** @default null */
            metadata?: Record<string, unknown> | null;
            /** @enum {string} */
            relation: "caused_by" | "derived_from" | "part_of" | "related_to" | "reply_to" | "supersedes";
            toEventId: string;
        };
        /** LinksList */
        LinksList: {
            items: components["schemas"]["Edge"][];
        };
        /**
         * Location
         * @description Where it happened, whence that is known, and how sure that is.
         */
        Location: {
            /** @default null */
            address?: string | {
                [key: string]: string;
            } | null;
            /** @default null */
            confidence?: number | null;
            /** @default null */
            coordinates?: components["schemas"]["Coordinates"] | null;
            /** @default null */
            name?: string | null;
            /** @default null */
            source?: string | null;
            /** @default null */
            type?: string | null;
        };
        /** LookForMergesAnswer */
        LookForMergesAnswer: {
            count: number;
        };
        /** LookForMergesBody */
        LookForMergesBody: Record<string, unknown>;
        /** MergeAnswer */
        MergeAnswer: {
            id: string;
        };
        /** MergeBody */
        MergeBody: {
            merged: string;
            /** @default {} */
            policies?: {
                [key: string]: string;
            };
            /**
             * @default survivor_wins
             * @enum {string}
             */
            policy?: "concatenate" | "merged_wins" | "newest" | "reject" | "survivor_wins";
        };
        /**
         * Merged
         * @description An identifier that came to an entity by a merge: when, and by whom.
         */
        Merged: {
            channelId: string;
            identifier: string;
            mergedAt: string;
            mergedBy: string;
        };
        /**
         * MergePlan
         * @description What a merge would change: who stays and who goes, the complete difference, and the attributes as they would read.
         */
        MergePlan: {
            /** @default {} */
            attributes?: Record<string, unknown>;
            difference: components["schemas"]["ActDifference"];
            merged: string;
            mergedName: string;
            survivor: string;
            survivorName: string;
        };
        /** NamesAnswer */
        NamesAnswer: {
            names: {
                [key: string]: string;
            };
        };
        /** NamesBody */
        NamesBody: {
            ids: string[];
            /** @default false */
            own?: boolean;
        };
        /**
         * Narrowing
         * @description By how much a token lets through less than who holds it may: which verbs, reading alone, a ceiling, domains.
         *
         *     No verb and no domain named: all of them.
         */
        Narrowing: {
            /** @default null */
            ceiling?: ("confidential" | "private" | "public" | "restricted") | null;
            /** @default [] */
            domains?: ("credentials" | "interaction" | "personal" | "private" | "project" | "relationship" | "research" | "technical")[];
            /** @default false */
            reading?: boolean;
            /** @default [] */
            verbs?: string[];
        };
        /**
         * Node
         * @description An entity that a walk met: its canonical id, how many hops away, and its proximity, 1 / (hop + 1).
         */
        Node: {
            entity: string;
            /** @default 0 */
            hop?: number;
            /** @default 1 */
            proximity?: number;
        };
        /**
         * Notice
         * @description Something the admin is told: an act of the log, which entities or requests it is about, and whether it was seen.
         */
        Notice: {
            /** @default [] */
            about?: string[];
            /** @default  */
            by?: string;
            event: string;
            /** @enum {string} */
            kind: "denied_act" | "flagged_grant" | "merge" | "new_entity";
            /** @default false */
            read?: boolean;
            /** @default  */
            recordedAt?: string;
            sequence: number;
        };
        /**
         * Outcome
         * @description What was decided about one mention: resolved to a known entity, created anew, or left ambiguous with its candidates.
         *
         *     ``path`` says where in the event it stands: ``actor``, ``source``, ``entities[2]``, or ``text[10:15]`` (code points).
         *     ``again``: it was ambiguous before, and more is known now. ``type``: what sort of thing the mention is of, where an
         *     extractor says so; it is what a caller who sees less decides by anew.
         */
        Outcome: {
            /** @default false */
            again?: boolean;
            /** @default [] */
            candidates?: components["schemas"]["Candidate"][];
            /** @default null */
            entity?: string | null;
            path: string;
            /** @enum {string} */
            role: "mentioned" | "object" | "participant" | "subject";
            /** @default 1 */
            score?: number;
            /** @enum {string} */
            status: "ambiguous" | "created" | "resolved";
            surface: string;
            /** @default null */
            tier?: ("alias" | "embedding" | "exact" | "fuzzy" | "id" | "identifier" | "model" | "part") | null;
            /** @default null */
            type?: string | null;
        };
        /**
         * Part
         * @description One part of the context: a device, an app, an environment or a session.
         */
        Part: {
            /** @default null */
            attributes?: Record<string, unknown> | null;
            /** @default null */
            id?: string | null;
            /** @default null */
            name?: string | null;
            /** @default null */
            type?: string | null;
            /** @default null */
            version?: string | null;
        };
        /**
         * Path
         * @description One way from a start to a goal, no entity twice: entities in order, and for each step all relations that join the two.
         *
         *     ``steps`` holds ids of relations, twins once, one list a step, the newest first; it is one shorter than ``entities``.
         */
        Path: {
            entities: string[];
            /** @default [] */
            steps?: string[][];
        };
        /**
         * Paths
         * @description The ways from a start to a goal, the shortest first; a node's ``hop`` counts from the start.
         */
        Paths: {
            depth: number;
            /** @default [] */
            entities?: components["schemas"]["Node"][];
            goal: string;
            /** @default [] */
            limits?: ("branching" | "details" | "edges" | "paths")[];
            /** @default [] */
            mentions?: string[];
            /** @default [] */
            paths?: components["schemas"]["Path"][];
            /** @default [] */
            relations?: components["schemas"]["Related"][];
            start: string;
            /** @default [] */
            statements?: string[];
            /** @default false */
            truncated?: boolean;
        };
        /**
         * Permissions
         * @description What an entity may do, or what a channel lets through.
         *
         *     ``sensor_permissions`` has keys such as ``camera_read`` and ``camera_control``: the sensor, then the action. A key ``*`` among
         *     the tools, ``*_read`` or ``*_control`` among the sensors, stands for all that are not named.
         */
        Permissions: {
            /** @default {} */
            administrativePermissions?: components["schemas"]["AdministrativePermissions"];
            /** @default null */
            controlChannel?: ("allowed" | "denied") | null;
            /** @default {} */
            delegation?: components["schemas"]["Delegation"];
            /** @default {} */
            domainAccess?: components["schemas"]["DomainAccess"];
            /** @default {} */
            furtherPermissions?: components["schemas"]["FurtherPermissions"];
            /** @default null */
            privacyCeiling?: ("confidential" | "private" | "public" | "restricted") | null;
            /** @default {} */
            sensorPermissions?: {
                [key: string]: "allowed" | "denied";
            };
            /** @default {} */
            toolPermissions?: {
                [key: string]: "allowed" | "denied";
            };
        };
        /** PlanEraseBody */
        PlanEraseBody: {
            eventId: string;
        };
        /** PlanEraseEntityBody */
        PlanEraseEntityBody: {
            asked: string;
            /** @default false */
            events?: boolean;
        };
        /** PlanEraseIdentifierBody */
        PlanEraseIdentifierBody: {
            channel: string;
            /** @default false */
            events?: boolean;
            identifier: string;
        };
        /** PlanMergeBody */
        PlanMergeBody: {
            merged: string;
            /** @default {} */
            policies?: {
                [key: string]: string;
            };
            /**
             * @default survivor_wins
             * @enum {string}
             */
            policy?: "concatenate" | "merged_wins" | "newest" | "reject" | "survivor_wins";
        };
        /**
         * Predicate
         * @description What a claim says of its subject.
         *
         *     ``subject`` holds types, none meaning any. ``object`` holds types, or ``entity`` for any, or one value type; none means
         *     anything at all. ``single``: one value at a time, so a newer one closes the older;
         *     ``lasting``: it never changes, like a birthday, so two values contradict each other. ``inverse`` names the predicate that says
         *     the same from the other end; ``symmetric`` is its own. ``implicit``: nobody declared it, it was merely used.
         */
        Predicate: {
            /** @default  */
            description?: string;
            /** @default false */
            implicit?: boolean;
            /** @default null */
            inverse?: string | null;
            /**
             * @default fact
             * @enum {string}
             */
            kind?: "event" | "fact" | "preference";
            /** @default  */
            label?: string;
            /** @default false */
            lasting?: boolean;
            name: string;
            /** @default [] */
            object?: string[];
            /** @default false */
            single?: boolean;
            /** @default [] */
            subject?: string[];
            /** @default false */
            symmetric?: boolean;
        };
        /**
         * Primary
         * @description The identifier by which an entity was first discovered.
         */
        Primary: {
            channelId: string;
            identifier: string;
        };
        /**
         * Privacy
         * @description Who may know it: how sensitive, who sees it, and which of the document's eight domains it touches.
         */
        Privacy: {
            /** @default null */
            domains?: ("credentials" | "interaction" | "personal" | "private" | "project" | "relationship" | "research" | "technical")[] | null;
            /**
             * @default private
             * @enum {string}
             */
            sensitivity?: "confidential" | "private" | "public" | "restricted";
            /**
             * @default owner
             * @enum {string}
             */
            visibility?: "owner" | "participants" | "public" | "shared";
        };
        /**
         * Problem
         * @description One thing that is not as it was written: where, and what.
         */
        Problem: {
            what: string;
            where: string;
        };
        /**
         * ProblemDetails
         * @description A problem of RFC 9457, with a stable code, a hint what to do, and details.
         */
        ProblemDetails: {
            /** @enum {string} */
            code: "conflict" | "corrupt" | "erased" | "error" | "invalid" | "not_allowed" | "not_found" | "unavailable" | "unsupported";
            detail: string;
            details: Record<string, unknown>;
            hint: string;
            status: number;
            title: string;
            type: string;
        };
        /**
         * Provenance
         * @description On what the claim rests, and how sure it is; ``metadata`` names tools and versions of what was derived.
         */
        Provenance: {
            basis: string;
            /** @default null */
            confidence?: number | null;
            /** @default null */
            metadata?: Record<string, unknown> | null;
        };
        /** PutArtifactBody */
        PutArtifactBody: {
            /** @default null */
            artifact?: string | null;
            /** @default null */
            because?: string | null;
            /** @default false */
            contradicts?: boolean;
            /** @default [] */
            evidence?: string[];
            /** @default null */
            kind?: ("knowledge" | "macro" | "memory") | null;
            name: string;
            /** @default [] */
            parents?: string[];
            text: string;
        };
        /** ReadNoticesAnswer */
        ReadNoticesAnswer: {
            id: string | null;
        };
        /** ReadNoticesBody */
        ReadNoticesBody: {
            /** @default [] */
            events?: string[];
        };
        /** RebuildAnswer */
        RebuildAnswer: {
            count: number;
        };
        /** RebuildBody */
        RebuildBody: Record<string, unknown>;
        /**
         * Recall
         * @description An answer: its lines best first, what is claimed of those the question is about, and what is not known.
         *
         *     ``about`` are the entities the question is about, by id, each with its name; ``references`` tell what was read out of
         *     relations and of times told by events; ``sessions`` are the sessions that answer, best first. ``bearing`` counts for claims,
         *     by id, the words of the question that they hold. It reads as the list of its hits; ``everything()`` lists claims, lines and
         *     entities alike.
         */
        Recall: {
            /** @default {} */
            about?: {
                [key: string]: string;
            };
            /** @default {} */
            bearing?: {
                [key: string]: number;
            };
            /** @default  */
            block?: string;
            /** @default [] */
            claims?: components["schemas"]["Claim"][];
            /** @default [] */
            hits?: components["schemas"]["Hit"][];
            /** @default {} */
            names?: {
                [key: string]: string;
            };
            /** @default [] */
            references?: components["schemas"]["Reference"][];
            /** @default [] */
            sessions?: components["schemas"]["Conversation"][];
            /** @default [] */
            unknown?: components["schemas"]["Unknown"][];
        };
        /** RecallBody */
        RecallBody: {
            /** @default 2000 */
            budgetTokens?: number;
            /** @default null */
            filters?: components["schemas"]["Filters"] | null;
            /** @default 10 */
            k?: number;
            question: string;
            /** @default null */
            validAt?: string | null;
            /** @default null */
            ways?: components["schemas"]["Ways"] | null;
        };
        /**
         * Receipt
         * @description What an append answers: where the event stands, and the hash that seals it. ``replayed``: it was there before.
         */
        Receipt: {
            hash: string;
            id: string;
            /** @default false */
            replayed?: boolean;
            sequence: number;
        };
        /**
         * RecordedBy
         * @description The session that recorded it: principal and channel; set by Kenning, never by the source.
         */
        RecordedBy: {
            channel: string;
            principal: string;
        };
        /** RecordManyList */
        RecordManyList: {
            items: components["schemas"]["Receipt"][];
        };
        /** RedactBody */
        RedactBody: {
            /** @default null */
            because?: string | null;
        };
        /** RedeemLinkAnswer */
        RedeemLinkAnswer: {
            id: string;
        };
        /** RedeemLinkBody */
        RedeemLinkBody: {
            code: string;
        };
        /**
         * Reference
         * @description What a question refers to without naming it, as it was read: somebody by a relation, or a time by what happened then.
         *
         *     Whom it means are ``entities``, by id, each with its name; none where that is not known. A time is the days ``after`` and
         *     ``before`` which it lies, the first within and the last not. It rests on ``claims`` or ``events``.
         */
        Reference: {
            /** @default null */
            after?: string | null;
            /** @default null */
            before?: string | null;
            /** @default [] */
            claims?: string[];
            /** @default {} */
            entities?: {
                [key: string]: string;
            };
            /** @default [] */
            events?: string[];
            said: string;
        };
        /** RejectChannelAnswer */
        RejectChannelAnswer: {
            id: string;
        };
        /** RejectChannelBody */
        RejectChannelBody: Record<string, unknown>;
        /** RelateAnswer */
        RelateAnswer: {
            id: string;
        };
        /** RelateBody */
        RelateBody: {
            /** @default null */
            confidence?: number | null;
            /** @default [] */
            evidence?: string[];
            obj: string;
            /** @default null */
            precision?: string | null;
            predicate: string;
            /** @default null */
            reason?: string | null;
            subject: string;
            /** @default null */
            timeZone?: string | null;
            /** @default null */
            topic?: string | null;
            /** @default null */
            validFrom?: string | null;
            /** @default null */
            validTo?: string | null;
        };
        /**
         * Related
         * @description A relation that a walk met: the statement it is, from whom, of which type, to whom; ids are canonical.
         *
         *     ``also`` are twins that read as one with it since two entities were merged: the claim of this id has the evidence of all.
         */
        Related: {
            /** @default [] */
            also?: string[];
            id: string;
            object: string;
            subject: string;
            /** @default false */
            symmetric?: boolean;
            type: string;
        };
        /**
         * Relationship
         * @description A relation declared by an authorised act; ``strength`` between 0 and 1.
         */
        Relationship: {
            relationType: string;
            /** @default  */
            since?: string;
            /** @default 1 */
            strength?: number;
            targetEntityId: string;
        };
        /**
         * Remark
         * @description What is to be said of one record of a foreign file, or of the file: where, and why.
         */
        Remark: {
            reason: string;
            where: string;
        };
        /** RenameAnswer */
        RenameAnswer: {
            id: string;
        };
        /** RenameBody */
        RenameBody: {
            name: string;
        };
        /**
         * Step
         * @description One event that a claim rests on, and what of it: who said it, when, in which words, and by what it was drawn from them.
         *
         *     ``text`` is the event as it reads now, and the words stand from ``start`` to ``end`` in it; all of it where those are 0.
         *     ``stands``: whether the act that says so still counts.
         */
        ReportStep: {
            act: string;
            /** @default  */
            at?: string;
            /** @default 1 */
            belief?: number;
            /** @default 1 */
            confidence?: number;
            /** @default 0 */
            end?: number;
            event: string;
            /** @default  */
            extractor?: string;
            /** @default  */
            kind?: string;
            /** @default  */
            rule?: string;
            /** @default  */
            speaker?: string;
            /** @default true */
            stands?: boolean;
            /** @default 0 */
            start?: number;
            /** @default  */
            text?: string;
            /** @default 0 */
            tier?: number;
            /** @default  */
            version?: string;
        };
        /**
         * Reason
         * @description Why: a stable code, whose permission it was, and what of it (a domain, a level, an act).
         */
        RequestReason: {
            code: string;
            /** @default  */
            of?: string;
            /**
             * @default entity
             * @enum {string}
             */
            side?: "channel" | "entity" | "person" | "request";
        };
        /** ResolveBody */
        ResolveBody: {
            surface: string;
            /** @default null */
            type?: string | null;
        };
        /** RestoreEntityAnswer */
        RestoreEntityAnswer: {
            id: string;
        };
        /** RestoreEntityBody */
        RestoreEntityBody: Record<string, unknown>;
        /** ResumeAnswer */
        ResumeAnswer: {
            id: string;
        };
        /** ResumeBody */
        ResumeBody: Record<string, unknown>;
        /** RetireAnswer */
        RetireAnswer: {
            id: string;
        };
        /** RetireBody */
        RetireBody: Record<string, unknown>;
        /** RetractAnswer */
        RetractAnswer: {
            id: string;
        };
        /** RetractBody */
        RetractBody: {
            /** @default null */
            because?: string | null;
        };
        /**
         * RetrievalPolicy
         * @description What an internal entity may reach: permissions, and the channels it may be used on (empty: any).
         */
        RetrievalPolicy: {
            /** @default [] */
            allowedChannels?: string[];
            permissions: components["schemas"]["Permissions"];
        };
        /** RetypeAnswer */
        RetypeAnswer: {
            id: string;
        };
        /** RetypeBody */
        RetypeBody: {
            type: string;
        };
        /** ReviewGrantAnswer */
        ReviewGrantAnswer: {
            id: string;
        };
        /** ReviewGrantBody */
        ReviewGrantBody: {
            keep: boolean;
        };
        /**
         * ReviewItem
         * @description Something that waits for a person: a discovered entity, a suggested merge, or a mention nobody could decide.
         */
        ReviewItem: {
            /** @default  */
            decision?: string;
            /** @default [] */
            entities?: string[];
            item: string;
            kind: string;
            /** @default [] */
            names?: string[];
            /** @default [] */
            reasons?: components["schemas"]["ActReason"][];
            /** @default null */
            score?: number | null;
            /** @default  */
            surface?: string;
        };
        /** ReviewsList */
        ReviewsList: {
            items: components["schemas"]["ReviewItem"][];
        };
        /** RevokeAnswer */
        RevokeAnswer: {
            id: string;
        };
        /** RevokeBody */
        RevokeBody: Record<string, unknown>;
        /** RevokeChannelAnswer */
        RevokeChannelAnswer: {
            id: string;
        };
        /** RevokeChannelBody */
        RevokeChannelBody: Record<string, unknown>;
        /** RevokeTokenAnswer */
        RevokeTokenAnswer: {
            id: string;
        };
        /** RevokeTokenBody */
        RevokeTokenBody: Record<string, unknown>;
        /**
         * Schema
         * @description Types and predicates under a name, both in order of their names.
         *
         *     ``hash`` is the SHA-256 of what it says, in hexadecimal; ``version`` counts the contents that were applied: 1, 2, 3, …, and 0
         *     before.
         */
        Schema: {
            /** @default  */
            hash?: string;
            /** @default  */
            name?: string;
            /** @default [] */
            predicates?: components["schemas"]["Predicate"][];
            /** @default [] */
            types?: components["schemas"]["Type"][];
            /** @default 0 */
            version?: number;
        };
        /** SchemaAnswer */
        SchemaAnswer: {
            schema: components["schemas"]["Schema"] | null;
        };
        /**
         * Difference
         * @description How two schemas differ in one place: ``types.acme:Robot``, ``predicates.fixes.single``.
         *
         *     ``breaking`` tells that what is recorded may read differently under the new one; ``why`` says how.
         */
        SchemaDifference: {
            /** @default false */
            breaking?: boolean;
            /** @default null */
            new?: unknown;
            /** @default null */
            old?: unknown;
            path: string;
            /** @enum {string} */
            what: "added" | "changed" | "removed";
            /** @default  */
            why?: string;
        };
        /**
         * SessionBinding
         * @description By which channel and in which session somebody speaks, and the role it has now: its trust level, or its internal type.
         */
        SessionBinding: {
            channel: string;
            role: string;
            sessionId: string;
        };
        /**
         * SessionContext
         * @description Definition, state and binding put together, in the document's shape.
         *
         *     ``entity`` is ``entity_id:label`` of the head of its definition, ``name`` what it is called, ``definition`` the hash of that
         *     version; ``acting_for`` names the person whose permissions bound it.
         */
        SessionContext: {
            /** @default null */
            actingFor?: string | null;
            definition: string;
            /** @default {} */
            effectivePermissions?: components["schemas"]["Permissions"];
            entity: string;
            /** @default  */
            name?: string;
            session: components["schemas"]["SessionBinding"];
            state: components["schemas"]["EntityState"];
        };
        /**
         * Sighting
         * @description One line of the audit: who was shown what, by which verb, in how many readings of one moment; or what was refused.
         *
         *     ``swept`` counts what was seen and is erased since.
         */
        Sighting: {
            /** @default true */
            allowed?: boolean;
            at: string;
            channel: string;
            number: number;
            principal: string;
            /** @default [] */
            reasons?: components["schemas"]["RequestReason"][];
            /** @default [] */
            seen?: string[];
            /** @default 0 */
            swept?: number;
            /** @default 1 */
            times?: number;
            verb: string;
        };
        /**
         * SignedIn
         * @description Who is signed in: in which namespace, for which agent, whether as somebody or as who holds the file, by which token.
         */
        SignedIn: {
            agent: string;
            isSomebody: boolean;
            namespace: string;
            token: components["schemas"]["Token"];
        };
        /**
         * Source
         * @description Who or what recorded the event; judged apart from who caused it.
         */
        Source: {
            /** @default null */
            channel?: string | null;
            /** @default null */
            id?: string | null;
            /** @default null */
            identifier?: string | null;
            /** @default null */
            name?: string | null;
            type: string;
            /** @default null */
            version?: string | null;
        };
        /** SpacesAnswer */
        SpacesAnswer: {
            spaces: {
                [key: string]: number;
            };
        };
        /** SplitAnswer */
        SplitAnswer: {
            id: string;
        };
        /** SplitBody */
        SplitBody: {
            /** @default [] */
            aliases?: string[];
            /** @default [] */
            attributes?: string[];
            /** @default [] */
            identifiers?: [
                string,
                string
            ][];
            /** @default null */
            name?: string | null;
        };
        /**
         * Star
         * @description An anchor, the relations that lead away from it hop by hop, and the entities they lead to.
         */
        Star: {
            anchor: string;
            depth: number;
            /** @default [] */
            entities?: components["schemas"]["Node"][];
            /** @default [] */
            limits?: ("branching" | "details" | "edges" | "paths")[];
            /** @default [] */
            mentions?: string[];
            /** @default [] */
            relations?: components["schemas"]["Related"][];
            /** @default [] */
            statements?: string[];
            /** @default false */
            truncated?: boolean;
        };
        /**
         * Statement
         * @description What is claimed: subject, predicate and either an entity as the object (a relation) or a value; ids as they were written.
         *
         *     What is declared of the predicate stands with it, as it was when the act was appended, so that folding looks nothing up.
         *     ``single``: one object at a time; ``inverse_single``: one subject at a time, which the inverse declares. ``lasting``: it never
         *     changes, like a date of birth. ``topic`` tells preferences of one predicate apart.
         */
        Statement: {
            /** @default false */
            implicit?: boolean;
            /** @default null */
            inverse?: string | null;
            /** @default false */
            inverseSingle?: boolean;
            /**
             * @default fact
             * @enum {string}
             */
            kind?: "event" | "fact" | "preference";
            /** @default false */
            lasting?: boolean;
            /** @default null */
            object?: string | null;
            predicate: string;
            /** @default false */
            single?: boolean;
            subject: string;
            /** @default false */
            symmetric?: boolean;
            /** @default null */
            topic?: string | null;
            /** @default null */
            value?: unknown;
        };
        /**
         * StepVerdict
         * @description Whether a step is allowed under a profile, and why.
         */
        StepVerdict: {
            allowed: boolean;
            /** @default [] */
            reasons?: components["schemas"]["RequestReason"][];
            step: components["schemas"]["ArtifactStep"];
        };
        /**
         * Stretch
         * @description A stretch of the log: events in order, and the cursor behind which it goes on, now or later.
         *
         *     ``cursors``, where they were asked for, are those behind each event.
         */
        Stretch: {
            cursor: string;
            /** @default [] */
            cursors?: string[];
            /** @default [] */
            events?: components["schemas"]["Envelope"][];
        };
        /**
         * Subgraph
         * @description All entities within some hops of an anchor, and every relation between two of them, whichever way it points.
         */
        Subgraph: {
            anchor: string;
            depth: number;
            /** @default [] */
            entities?: components["schemas"]["Node"][];
            /** @default [] */
            limits?: ("branching" | "details" | "edges" | "paths")[];
            /** @default [] */
            mentions?: string[];
            /** @default [] */
            relations?: components["schemas"]["Related"][];
            /** @default [] */
            statements?: string[];
            /** @default false */
            truncated?: boolean;
        };
        /**
         * SummariesReport
         * @description What became of the episodes: those summarised now, by the ids of the summaries, or their texts in a dry run.
         *
         *     ``known`` have a summary of just this already, ``short`` are left as they are, ``open`` may go on; ``erased`` had one that was
         *     erased, which is not made again. ``stopped`` says why some were not looked at.
         */
        SummariesReport: {
            /** @default 0 */
            erased?: number;
            /** @default [] */
            failed?: components["schemas"]["Remark"][];
            /** @default 0 */
            known?: number;
            /** @default [] */
            made?: string[];
            /** @default 0 */
            open?: number;
            /** @default 0 */
            short?: number;
            /** @default  */
            stopped?: string;
            summariser: string;
            /** @default [] */
            texts?: string[];
        };
        /** SummariseBody */
        SummariseBody: {
            /** @default null */
            cut?: components["schemas"]["Cut"] | null;
            /** @default false */
            dryRun?: boolean;
        };
        /** SupersedeAnswer */
        SupersedeAnswer: {
            id: string;
        };
        /** SupersedeBody */
        SupersedeBody: {
            /** @default null */
            because?: string | null;
        };
        /** SuspendAnswer */
        SuspendAnswer: {
            id: string;
        };
        /** SuspendBody */
        SuspendBody: Record<string, unknown>;
        /**
         * Time
         * @description Three claims about time, kept as given: when it happened, when it was captured, when it was observed.
         */
        Time: {
            /** @default null */
            capturedAt?: string | null;
            /** @default null */
            observedAt?: string | null;
            /** @default null */
            occurredAt?: string | null;
            /** @default null */
            precision?: ("approximate" | "day" | "decade" | "estimated" | "exact" | "hour" | "inferred" | "millisecond" | "minute" | "month" | "quarter" | "season" | "second" | "unknown" | "week" | "year") | null;
            /** @default null */
            timeZone?: string | null;
        };
        /** TimelineList */
        TimelineList: {
            items: components["schemas"]["View"][];
        };
        /**
         * Token
         * @description A token as it stands: by it somebody speaks from afar, in a session of an entity on a channel, perhaps for a person.
         *
         *     ``id`` is the event that issued it. The secret is kept nowhere.
         */
        Token: {
            agent: string;
            channel: string;
            entity: string;
            /** @default null */
            expiresAt?: string | null;
            id: string;
            /** @default  */
            issuedAt?: string;
            /** @default token */
            name?: string;
            /** @default {} */
            narrowing?: components["schemas"]["Narrowing"];
            /** @default null */
            person?: string | null;
        };
        /** TokensList */
        TokensList: {
            items: components["schemas"]["Token"][];
        };
        /** TrailList */
        TrailList: {
            items: components["schemas"]["ReportStep"][];
        };
        /**
         * Type
         * @description A sort of entity, by its qualified name (``kenning:Person``); an entity of it is one of every parent too.
         *
         *     ``also`` holds other words for it, by which sources may call it (``user``, ``human``).
         */
        Type: {
            /** @default [] */
            also?: string[];
            /** @default  */
            description?: string;
            name: string;
            /** @default [] */
            parents?: string[];
        };
        /** UnbindAnswer */
        UnbindAnswer: {
            id: string;
        };
        /** UnbindBody */
        UnbindBody: {
            channel: string;
            identifier: string;
        };
        /**
         * Unknown
         * @description That nothing is known of what was asked about somebody, and who else has such a record, where somebody has.
         *
         *     ``entity`` is empty where it is not known who is meant: ``name`` then is the relation that the question tells them by.
         */
        Unknown: {
            /** @default [] */
            elsewhere?: string[];
            entity: string;
            name: string;
        };
        /** UnmergeAnswer */
        UnmergeAnswer: {
            id: string;
        };
        /** UnmergeBody */
        UnmergeBody: Record<string, unknown>;
        /** UseMacroBody */
        UseMacroBody: Record<string, unknown>;
        /** ValidateMacroBody */
        ValidateMacroBody: Record<string, unknown>;
        /**
         * Validation
         * @description How a macro stands under what its entity is permitted now; ``made`` is the version that was made where it is valid anew.
         */
        Validation: {
            /** @default null */
            made?: string | null;
            profile: string;
            /** @default [] */
            steps?: components["schemas"]["StepVerdict"][];
            valid: boolean;
            version: string;
        };
        /** VerifyBody */
        VerifyBody: Record<string, unknown>;
        /**
         * VerifyReport
         * @description What a verification looked at and found; ``problems`` is empty where all is well, ``notes`` need no action.
         */
        VerifyReport: {
            /** @default 0 */
            audited?: number;
            /** @default 0 */
            erased?: number;
            events: number;
            /** @default 0 */
            files?: number;
            /** @default  */
            head?: string;
            namespace: string;
            /** @default [] */
            notes?: string[];
            /** @default [] */
            problems?: components["schemas"]["Problem"][];
            /** @default 0 */
            rows?: number;
        };
        /**
         * View
         * @description The current reading of one event: corrected, amended, with files attached; ``original`` stays as evidence.
         *
         *     ``event`` is the envelope with corrections applied; ``redacted`` views carry no content at all, only who hid it and why.
         *     ``stale_because`` lists sources that changed after this event was derived from them, and what supersedes it as a derivation.
         */
        View: {
            /** @default [] */
            amendments?: components["schemas"]["Amendment"][];
            /** @default [] */
            attached?: components["schemas"]["Attached"][];
            /** @default false */
            corrected?: boolean;
            /** @default [] */
            derived?: components["schemas"]["Derivation"][];
            /** @default [] */
            derivedFrom?: string[];
            event: components["schemas"]["Envelope"];
            /** @default [] */
            history?: components["schemas"]["Act"][];
            /** @default false */
            redacted?: boolean;
            /** @default false */
            stale?: boolean;
            /** @default [] */
            staleBecause?: string[];
        };
        /**
         * Ways
         * @description By which lanes an answer is looked for (all of them where none is named), and how they are fused.
         *
         *     ``space`` names the model whose vectors the lane of meaning goes by, the first of the store where it is empty.
         *     ``old`` brings what went stale too, and claims that ended or were superseded, marked so. ``weighted`` adds what each lane
         *     gives; ``rrf`` adds reciprocal ranks (k = 60), as the documents have it. ``me`` names whom *my* means where
         *     whoever holds the file asks; a session of anybody else is bound to who asks.
         */
        Ways: {
            /**
             * @default weighted
             * @enum {string}
             */
            fusion?: "rrf" | "weighted";
            /** @default [] */
            lanes?: string[];
            /** @default null */
            me?: string | null;
            /** @default false */
            old?: boolean;
            /** @default  */
            space?: string;
        };
        /** WithdrawAnswer */
        WithdrawAnswer: {
            id: string;
        };
        /** WithdrawBody */
        WithdrawBody: Record<string, unknown>;
        /**
         * Words
         * @description What a version says: its name and text, of a macro its steps, and why it was made.
         */
        Words: {
            /** @default  */
            because?: string;
            name: string;
            /** @default [] */
            steps?: components["schemas"]["ArtifactStep"][];
            /** @default  */
            text?: string;
        };
    };
    responses: {
        /** @description What was given is wrong: `details` has path, value and reason. */
        Refused400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Nobody is signed in, or the token counts no more. */
        Refused401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The caller may not do this. */
        Refused403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description There is no such thing, or the caller may not know of it; both read alike. */
        Refused404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The body did not come in time; nothing was done. */
        Refused408: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description What was asked contradicts what is recorded. */
        Refused409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description What was asked for was erased. */
        Refused410: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The body is too long. */
        Refused413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The body is no JSON by its Content-Type. */
        Refused415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Of a kind that this version does not read. */
        Refused422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description Too many requests with this token. */
        Refused429: {
            headers: {
                /** @description After how many seconds to come again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description What is on the disk is not what was written. */
        Refused500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description The disk, the lock or the server cannot serve this now; nothing was done. */
        Refused503: {
            headers: {
                /** @description After how many seconds to come again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AboutList = components['schemas']['AboutList'];
export type Act = components['schemas']['Act'];
export type ActDifference = components['schemas']['ActDifference'];
export type Active = components['schemas']['Active'];
export type Actor = components['schemas']['Actor'];
export type ActReason = components['schemas']['ActReason'];
export type AddAliasAnswer = components['schemas']['AddAliasAnswer'];
export type AddAliasBody = components['schemas']['AddAliasBody'];
export type AdministrativePermissions = components['schemas']['AdministrativePermissions'];
export type Alias = components['schemas']['Alias'];
export type AmendBody = components['schemas']['AmendBody'];
export type Amendment = components['schemas']['Amendment'];
export type AnswerReviewAnswer = components['schemas']['AnswerReviewAnswer'];
export type AnswerReviewBody = components['schemas']['AnswerReviewBody'];
export type Appearance = components['schemas']['Appearance'];
export type AppearsList = components['schemas']['AppearsList'];
export type ApplySchemaAnswer = components['schemas']['ApplySchemaAnswer'];
export type ApproveChannelAnswer = components['schemas']['ApproveChannelAnswer'];
export type ApproveChannelBody = components['schemas']['ApproveChannelBody'];
export type ArtifactsList = components['schemas']['ArtifactsList'];
export type ArtifactStep = components['schemas']['ArtifactStep'];
export type ArtifactVersion = components['schemas']['ArtifactVersion'];
export type ArtifactVersionsList = components['schemas']['ArtifactVersionsList'];
export type ArtifactView = components['schemas']['ArtifactView'];
export type AssertClaimAnswer = components['schemas']['AssertClaimAnswer'];
export type AssertClaimBody = components['schemas']['AssertClaimBody'];
export type Attached = components['schemas']['Attached'];
export type AuditList = components['schemas']['AuditList'];
export type Between = components['schemas']['Between'];
export type BindAnswer = components['schemas']['BindAnswer'];
export type BindBody = components['schemas']['BindBody'];
export type BindChannelAnswer = components['schemas']['BindChannelAnswer'];
export type BindChannelBody = components['schemas']['BindChannelBody'];
export type Binding = components['schemas']['Binding'];
export type Candidate = components['schemas']['Candidate'];
export type ChangedAnswer = components['schemas']['ChangedAnswer'];
export type Channel = components['schemas']['Channel'];
export type ChannelsList = components['schemas']['ChannelsList'];
export type CheckBody = components['schemas']['CheckBody'];
export type Claim = components['schemas']['Claim'];
export type ClaimHistoryList = components['schemas']['ClaimHistoryList'];
export type ClaimRow = components['schemas']['ClaimRow'];
export type ClaimsList = components['schemas']['ClaimsList'];
export type CompareSchemaList = components['schemas']['CompareSchemaList'];
export type Concerned = components['schemas']['Concerned'];
export type ConfirmIdentityAnswer = components['schemas']['ConfirmIdentityAnswer'];
export type ConfirmIdentityBody = components['schemas']['ConfirmIdentityBody'];
export type Context = components['schemas']['Context'];
export type ContextBlockAnswer = components['schemas']['ContextBlockAnswer'];
export type ContextBlockBody = components['schemas']['ContextBlockBody'];
export type Contradiction = components['schemas']['Contradiction'];
export type ContradictionsList = components['schemas']['ContradictionsList'];
export type Conversation = components['schemas']['Conversation'];
export type Coordinates = components['schemas']['Coordinates'];
export type CorrectBody = components['schemas']['CorrectBody'];
export type CreateEntityAnswer = components['schemas']['CreateEntityAnswer'];
export type CreateEntityBody = components['schemas']['CreateEntityBody'];
export type Cut = components['schemas']['Cut'];
export type Decision = components['schemas']['Decision'];
export type Declarations = components['schemas']['Declarations'];
export type DeclareRelationshipAnswer = components['schemas']['DeclareRelationshipAnswer'];
export type DeclareRelationshipBody = components['schemas']['DeclareRelationshipBody'];
export type DeclareSensorAnswer = components['schemas']['DeclareSensorAnswer'];
export type DeclareSensorBody = components['schemas']['DeclareSensorBody'];
export type DeclareToolAnswer = components['schemas']['DeclareToolAnswer'];
export type DeclareToolBody = components['schemas']['DeclareToolBody'];
export type DefineChannelAnswer = components['schemas']['DefineChannelAnswer'];
export type DefineChannelBody = components['schemas']['DefineChannelBody'];
export type DefineInternalAnswer = components['schemas']['DefineInternalAnswer'];
export type DefineInternalBody = components['schemas']['DefineInternalBody'];
export type Definition = components['schemas']['Definition'];
export type DefinitionProvenance = components['schemas']['DefinitionProvenance'];
export type DefinitionsList = components['schemas']['DefinitionsList'];
export type Delegation = components['schemas']['Delegation'];
export type DemoteAnswer = components['schemas']['DemoteAnswer'];
export type DemoteBody = components['schemas']['DemoteBody'];
export type Derivation = components['schemas']['Derivation'];
export type DescribeAnswer = components['schemas']['DescribeAnswer'];
export type DescribeBody = components['schemas']['DescribeBody'];
export type DomainAccess = components['schemas']['DomainAccess'];
export type Drawing = components['schemas']['Drawing'];
export type DropAliasAnswer = components['schemas']['DropAliasAnswer'];
export type DropAliasBody = components['schemas']['DropAliasBody'];
export type Edge = components['schemas']['Edge'];
export type ElevateAnswer = components['schemas']['ElevateAnswer'];
export type ElevateBody = components['schemas']['ElevateBody'];
export type EmbedAnswer = components['schemas']['EmbedAnswer'];
export type EmbedBody = components['schemas']['EmbedBody'];
export type EndClaimAnswer = components['schemas']['EndClaimAnswer'];
export type EndClaimBody = components['schemas']['EndClaimBody'];
export type EndRelationshipAnswer = components['schemas']['EndRelationshipAnswer'];
export type EndRelationshipBody = components['schemas']['EndRelationshipBody'];
export type EntitiesList = components['schemas']['EntitiesList'];
export type EntityState = components['schemas']['EntityState'];
export type EntityView = components['schemas']['EntityView'];
export type Envelope = components['schemas']['Envelope'];
export type Episode = components['schemas']['Episode'];
export type EpisodesList = components['schemas']['EpisodesList'];
export type EraseBody = components['schemas']['EraseBody'];
export type EraseEntityBody = components['schemas']['EraseEntityBody'];
export type EraseIdentifierBody = components['schemas']['EraseIdentifierBody'];
export type ErasePlan = components['schemas']['ErasePlan'];
export type EraseReport = components['schemas']['EraseReport'];
export type Event = components['schemas']['Event'];
export type EventCountAnswer = components['schemas']['EventCountAnswer'];
export type Evidence = components['schemas']['Evidence'];
export type ExplainAnswer = components['schemas']['ExplainAnswer'];
export type ExplainBody = components['schemas']['ExplainBody'];
export type ExtractBody = components['schemas']['ExtractBody'];
export type ExtractReport = components['schemas']['ExtractReport'];
export type File = components['schemas']['File'];
export type Filters = components['schemas']['Filters'];
export type ForgetSpaceAnswer = components['schemas']['ForgetSpaceAnswer'];
export type ForgetSpaceBody = components['schemas']['ForgetSpaceBody'];
export type FurtherPermissions = components['schemas']['FurtherPermissions'];
export type Grant = components['schemas']['Grant'];
export type GrantAnswer = components['schemas']['GrantAnswer'];
export type GrantBody = components['schemas']['GrantBody'];
export type GrantsList = components['schemas']['GrantsList'];
export type HeadAnswer = components['schemas']['HeadAnswer'];
export type HistoryList = components['schemas']['HistoryList'];
export type Hit = components['schemas']['Hit'];
export type HoldApartAnswer = components['schemas']['HoldApartAnswer'];
export type HoldApartBody = components['schemas']['HoldApartBody'];
export type HoldOpenAnswer = components['schemas']['HoldOpenAnswer'];
export type HoldOpenBody = components['schemas']['HoldOpenBody'];
export type Identifier = components['schemas']['Identifier'];
export type Identity = components['schemas']['Identity'];
export type ImportReport = components['schemas']['ImportReport'];
export type InboxList = components['schemas']['InboxList'];
export type InternalsAnswer = components['schemas']['InternalsAnswer'];
export type Issued = components['schemas']['Issued'];
export type IssueLinkAnswer = components['schemas']['IssueLinkAnswer'];
export type IssueLinkBody = components['schemas']['IssueLinkBody'];
export type IssueTokenBody = components['schemas']['IssueTokenBody'];
export type Lane = components['schemas']['Lane'];
export type LearnMacroBody = components['schemas']['LearnMacroBody'];
export type LiftBody = components['schemas']['LiftBody'];
export type Link = components['schemas']['Link'];
export type LinksList = components['schemas']['LinksList'];
export type Location = components['schemas']['Location'];
export type LookForMergesAnswer = components['schemas']['LookForMergesAnswer'];
export type LookForMergesBody = components['schemas']['LookForMergesBody'];
export type MergeAnswer = components['schemas']['MergeAnswer'];
export type MergeBody = components['schemas']['MergeBody'];
export type Merged = components['schemas']['Merged'];
export type MergePlan = components['schemas']['MergePlan'];
export type NamesAnswer = components['schemas']['NamesAnswer'];
export type NamesBody = components['schemas']['NamesBody'];
export type Narrowing = components['schemas']['Narrowing'];
export type Node = components['schemas']['Node'];
export type Notice = components['schemas']['Notice'];
export type Outcome = components['schemas']['Outcome'];
export type Part = components['schemas']['Part'];
export type Path = components['schemas']['Path'];
export type Paths = components['schemas']['Paths'];
export type Permissions = components['schemas']['Permissions'];
export type PlanEraseBody = components['schemas']['PlanEraseBody'];
export type PlanEraseEntityBody = components['schemas']['PlanEraseEntityBody'];
export type PlanEraseIdentifierBody = components['schemas']['PlanEraseIdentifierBody'];
export type PlanMergeBody = components['schemas']['PlanMergeBody'];
export type Predicate = components['schemas']['Predicate'];
export type Primary = components['schemas']['Primary'];
export type Privacy = components['schemas']['Privacy'];
export type Problem = components['schemas']['Problem'];
export type ProblemDetails = components['schemas']['ProblemDetails'];
export type Provenance = components['schemas']['Provenance'];
export type PutArtifactBody = components['schemas']['PutArtifactBody'];
export type ReadNoticesAnswer = components['schemas']['ReadNoticesAnswer'];
export type ReadNoticesBody = components['schemas']['ReadNoticesBody'];
export type RebuildAnswer = components['schemas']['RebuildAnswer'];
export type RebuildBody = components['schemas']['RebuildBody'];
export type Recall = components['schemas']['Recall'];
export type RecallBody = components['schemas']['RecallBody'];
export type Receipt = components['schemas']['Receipt'];
export type RecordedBy = components['schemas']['RecordedBy'];
export type RecordManyList = components['schemas']['RecordManyList'];
export type RedactBody = components['schemas']['RedactBody'];
export type RedeemLinkAnswer = components['schemas']['RedeemLinkAnswer'];
export type RedeemLinkBody = components['schemas']['RedeemLinkBody'];
export type Reference = components['schemas']['Reference'];
export type RejectChannelAnswer = components['schemas']['RejectChannelAnswer'];
export type RejectChannelBody = components['schemas']['RejectChannelBody'];
export type RelateAnswer = components['schemas']['RelateAnswer'];
export type RelateBody = components['schemas']['RelateBody'];
export type Related = components['schemas']['Related'];
export type Relationship = components['schemas']['Relationship'];
export type Remark = components['schemas']['Remark'];
export type RenameAnswer = components['schemas']['RenameAnswer'];
export type RenameBody = components['schemas']['RenameBody'];
export type ReportStep = components['schemas']['ReportStep'];
export type RequestReason = components['schemas']['RequestReason'];
export type ResolveBody = components['schemas']['ResolveBody'];
export type RestoreEntityAnswer = components['schemas']['RestoreEntityAnswer'];
export type RestoreEntityBody = components['schemas']['RestoreEntityBody'];
export type ResumeAnswer = components['schemas']['ResumeAnswer'];
export type ResumeBody = components['schemas']['ResumeBody'];
export type RetireAnswer = components['schemas']['RetireAnswer'];
export type RetireBody = components['schemas']['RetireBody'];
export type RetractAnswer = components['schemas']['RetractAnswer'];
export type RetractBody = components['schemas']['RetractBody'];
export type RetrievalPolicy = components['schemas']['RetrievalPolicy'];
export type RetypeAnswer = components['schemas']['RetypeAnswer'];
export type RetypeBody = components['schemas']['RetypeBody'];
export type ReviewGrantAnswer = components['schemas']['ReviewGrantAnswer'];
export type ReviewGrantBody = components['schemas']['ReviewGrantBody'];
export type ReviewItem = components['schemas']['ReviewItem'];
export type ReviewsList = components['schemas']['ReviewsList'];
export type RevokeAnswer = components['schemas']['RevokeAnswer'];
export type RevokeBody = components['schemas']['RevokeBody'];
export type RevokeChannelAnswer = components['schemas']['RevokeChannelAnswer'];
export type RevokeChannelBody = components['schemas']['RevokeChannelBody'];
export type RevokeTokenAnswer = components['schemas']['RevokeTokenAnswer'];
export type RevokeTokenBody = components['schemas']['RevokeTokenBody'];
export type Schema = components['schemas']['Schema'];
export type SchemaAnswer = components['schemas']['SchemaAnswer'];
export type SchemaDifference = components['schemas']['SchemaDifference'];
export type SessionBinding = components['schemas']['SessionBinding'];
export type SessionContext = components['schemas']['SessionContext'];
export type Sighting = components['schemas']['Sighting'];
export type SignedIn = components['schemas']['SignedIn'];
export type Source = components['schemas']['Source'];
export type SpacesAnswer = components['schemas']['SpacesAnswer'];
export type SplitAnswer = components['schemas']['SplitAnswer'];
export type SplitBody = components['schemas']['SplitBody'];
export type Star = components['schemas']['Star'];
export type Statement = components['schemas']['Statement'];
export type StepVerdict = components['schemas']['StepVerdict'];
export type Stretch = components['schemas']['Stretch'];
export type Subgraph = components['schemas']['Subgraph'];
export type SummariesReport = components['schemas']['SummariesReport'];
export type SummariseBody = components['schemas']['SummariseBody'];
export type SupersedeAnswer = components['schemas']['SupersedeAnswer'];
export type SupersedeBody = components['schemas']['SupersedeBody'];
export type SuspendAnswer = components['schemas']['SuspendAnswer'];
export type SuspendBody = components['schemas']['SuspendBody'];
export type Time = components['schemas']['Time'];
export type TimelineList = components['schemas']['TimelineList'];
export type Token = components['schemas']['Token'];
export type TokensList = components['schemas']['TokensList'];
export type TrailList = components['schemas']['TrailList'];
export type Type = components['schemas']['Type'];
export type UnbindAnswer = components['schemas']['UnbindAnswer'];
export type UnbindBody = components['schemas']['UnbindBody'];
export type Unknown = components['schemas']['Unknown'];
export type UnmergeAnswer = components['schemas']['UnmergeAnswer'];
export type UnmergeBody = components['schemas']['UnmergeBody'];
export type UseMacroBody = components['schemas']['UseMacroBody'];
export type ValidateMacroBody = components['schemas']['ValidateMacroBody'];
export type Validation = components['schemas']['Validation'];
export type VerifyBody = components['schemas']['VerifyBody'];
export type VerifyReport = components['schemas']['VerifyReport'];
export type View = components['schemas']['View'];
export type Ways = components['schemas']['Ways'];
export type WithdrawAnswer = components['schemas']['WithdrawAnswer'];
export type WithdrawBody = components['schemas']['WithdrawBody'];
export type Words = components['schemas']['Words'];
export type ResponseRefused400 = components['responses']['Refused400'];
export type ResponseRefused401 = components['responses']['Refused401'];
export type ResponseRefused403 = components['responses']['Refused403'];
export type ResponseRefused404 = components['responses']['Refused404'];
export type ResponseRefused408 = components['responses']['Refused408'];
export type ResponseRefused409 = components['responses']['Refused409'];
export type ResponseRefused410 = components['responses']['Refused410'];
export type ResponseRefused413 = components['responses']['Refused413'];
export type ResponseRefused415 = components['responses']['Refused415'];
export type ResponseRefused422 = components['responses']['Refused422'];
export type ResponseRefused429 = components['responses']['Refused429'];
export type ResponseRefused500 = components['responses']['Refused500'];
export type ResponseRefused503 = components['responses']['Refused503'];
export type $defs = Record<string, never>;
export interface operations {
    audit: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                by?: string;
                limit?: number;
                refused?: boolean;
                seen?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    check: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    context: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionContext"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    declarations: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Declarations"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    explain: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    grants: {
        parameters: {
            query?: {
                asked?: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                limit?: number;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    review_grant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grant_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewGrantBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewGrantAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    withdraw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    internals: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalsAnswer"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    define_internal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefineInternalBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefineInternalAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    issue_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueLinkBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueLinkAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    redeem_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemLinkBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeemLinkAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    declare_sensor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeclareSensorBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclareSensorAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    signed_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            401: components["responses"]["Refused401"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    tokens: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    issue_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueTokenBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issued"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    revoke_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeTokenAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    declare_tool: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeclareToolBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclareToolAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    backup: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": Blob;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    changed: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                since?: number;
                waitS?: number;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAnswer"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    embed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmbedBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbedAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    erase_entity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseEntityBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EraseReport"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    plan_erase_entity: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanEraseEntityBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasePlan"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    erase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EraseReport"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    plan_erase: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanEraseBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasePlan"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    erase_identifier: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseIdentifierBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EraseReport"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    plan_erase_identifier: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanEraseIdentifierBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasePlan"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    export: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                format?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description How many events are in the file. */
                    "Kenning-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    extract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExtractBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractReport"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    head: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeadAnswer"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    import_file: {
        parameters: {
            query: {
                format?: string;
                keepGoing?: boolean;
                name: string;
                options?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    rebuild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RebuildAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    spaces: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpacesAnswer"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    forget_space: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                space: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgetSpaceAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    verify: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyReport"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    artifacts: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                kind?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    put_artifact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutArtifactBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactView"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    artifact: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                version?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactView"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    artifact_versions: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactVersionsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    channels: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    define_channel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefineChannelBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefineChannelAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    approve_channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApproveChannelAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    bind_channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindChannelBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindChannelAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    reject_channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectChannelAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    revoke_channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeChannelAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    context_block: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContextBlockBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextBlockAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    entities: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitiesList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    create_entity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEntityBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateEntityAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    hold_apart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                a: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldApartBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldApartAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    hold_open: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                a: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldOpenBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldOpenAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    who: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityView"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    about: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AboutList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    add_alias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddAliasBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddAliasAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    drop_alias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DropAliasBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropAliasAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    appears: {
        parameters: {
            query?: {
                actors?: string[];
                after?: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                before?: string;
                entities?: string[];
                kinds?: string[];
                limit?: number;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppearsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    describe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DescribeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribeAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    confirm_identity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmIdentityBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmIdentityAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    definitions: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    demote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DemoteBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoteAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    elevate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ElevateBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElevateAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    event_count: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCountAnswer"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    grant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    bind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    unbind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnbindBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnbindAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    declare_relationship: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeclareRelationshipBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclareRelationshipAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    end_relationship: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndRelationshipBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndRelationshipAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    rename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenameAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    restore_entity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreEntityAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumeAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    retire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetireAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    split: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SplitBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SplitAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    state: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityState"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    suspend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspendAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    retype: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetypeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetypeAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    unmerge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnmergeAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    merge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                survivor: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    plan_merge: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path: {
                survivor: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanMergeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergePlan"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    names: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamesBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamesAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    resolve: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    episodes: {
        parameters: {
            query?: {
                after?: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                before?: string;
                open?: boolean;
                silenceS?: number;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodesList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    summarise: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SummariseBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SummariesReport"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    stretch: {
        parameters: {
            query?: {
                actors?: string[];
                after?: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                before?: string;
                cursor?: number | string;
                each?: boolean;
                entities?: string[];
                kinds?: string[];
                limit?: number;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stretch"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    record: {
        parameters: {
            query?: {
                expectedSequence?: number;
            };
            header?: {
                /** @description For safe retries: the same key with the same content is recorded once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description It is recorded already, under the same key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    event: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    amend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AmendBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    correct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    attach: {
        parameters: {
            query: {
                contentType?: string;
                name: string;
                role?: string;
            };
            header?: never;
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    file: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path: {
                event_id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    history: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    links: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                depth?: number;
                direction?: "both" | "down" | "up";
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinksList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    redact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RedactBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    view: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    lift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                redaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LiftBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    record_many: {
        parameters: {
            query?: {
                expectedSequence?: number;
            };
            header?: {
                /** @description For safe retries: the same key with the same content is recorded once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"][];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordManyList"];
                };
            };
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordManyList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    follow: {
        parameters: {
            query?: {
                actors?: string[];
                after?: string;
                before?: string;
                cursor?: number | string;
                entities?: string[];
                kinds?: string[];
            };
            header?: {
                /** @description Behind which event to go on: the id of the last that was received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    between: {
        parameters: {
            query: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                goal: string;
                limit?: number;
                start: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Between"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    paths: {
        parameters: {
            query: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                branching?: number;
                depth?: number;
                direction?: "both" | "in" | "out";
                edges?: number;
                every?: boolean;
                goal: string;
                paths?: number;
                start: string;
                types?: string[];
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Paths"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    star: {
        parameters: {
            query: {
                anchor: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                branching?: number;
                depth?: number;
                direction?: "both" | "in" | "out";
                edges?: number;
                paths?: number;
                types?: string[];
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Star"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    subgraph: {
        parameters: {
            query: {
                anchor: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                branching?: number;
                depth?: number;
                direction?: "both" | "in" | "out";
                edges?: number;
                paths?: number;
                types?: string[];
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subgraph"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    learn_macro: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LearnMacroBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactView"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    use_macro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactView"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    validate_macro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asked: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Validation"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    inbox: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                limit?: number;
                read?: boolean;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    read_notices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadNoticesBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadNoticesAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    recall: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecallBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recall"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    relate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RelateBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelateAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    reviews: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                limit?: number;
                look?: boolean;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    answer_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerReviewBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerReviewAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    look_for_merges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookForMergesAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    schema: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                version?: number;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaAnswer"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    apply_schema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplySchemaAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    active_schema: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Active"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    compare_schema: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareSchemaList"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    claims: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                ended?: boolean;
                obj?: string;
                predicate?: string;
                subject?: string;
                validAt?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    assert_claim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssertClaimBody"];
            };
        };
        responses: {
            /** @description It is recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssertClaimAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    claim: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    claim_history: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimHistoryList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    retract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetractBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetractAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    supersede: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SupersedeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupersedeAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    trail: {
        parameters: {
            query?: {
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path: {
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrailList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    contradictions: {
        parameters: {
            query?: {
                asked?: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContradictionsList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    end_claim: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndClaimBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndClaimAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    timeline: {
        parameters: {
            query?: {
                actors?: string[];
                after?: string;
                /** @description As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence. */
                at?: string;
                before?: string;
                entities?: string[];
                kinds?: string[];
                limit?: number;
                newestFirst?: boolean;
            };
            header?: {
                /** @description The ETag of an answer that is known: where nothing is new, nothing is sent again. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineList"];
                };
            };
            /** @description Nothing is new since the ETag that was named. */
            304: {
                headers: {
                    /** @description What the answer is known by: If-None-Match names it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            408: components["responses"]["Refused408"];
            409: components["responses"]["Refused409"];
            410: components["responses"]["Refused410"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
}
