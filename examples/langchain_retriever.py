"""A retriever of LangChain over what a person may read: python langchain_retriever.py [memory.kenning]."""

import sys

import kenning
from kenning.adapters.langchain import KenningRetriever


def main(path: str) -> None:
    """Record a note and a shared message, and ask for both as the admin and as Rui."""
    with kenning.open(path) as memory:
        memory.record("The present for Rui is hidden behind the boiler")
        memory.record(
            {
                "kind": "message.received",
                "source": {"type": "app", "name": "chat"},
                "files": [{"role": "primary", "content": "The boiler is in the cellar"}],
                "privacy": {"sensitivity": "restricted", "visibility": "shared"},
            }
        )
        memory.create_entity("Rui", identifiers=[("chat", "@rui")])
        memory.define_channel("chat", domains=["interaction"])
        memory.approve_channel("chat")
        memory.elevate(
            "chat:@rui", "sub_user", {"domain_access": {"interaction": "write"}, "privacy_ceiling": "restricted"}
        )
        whom = {"the admin": KenningRetriever(memory=memory, as_admin=True)}
        whom["Rui"] = KenningRetriever(memory=memory.enter("chat:@rui", channel="chat"))
        for name, retriever in whom.items():
            print(f"{name}: {sorted(found.page_content for found in retriever.invoke('Where is the boiler?'))}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "memory.kenning")
