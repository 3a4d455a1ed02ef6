"""What a program for mem0 does, kept in a file of Kenning's: python mem0_memory.py [memory.kenning]. One import was changed."""

import sys

from kenning.adapters.mem0 import Memory


def main(path: str) -> None:
    """Remember, find, correct, look back, forget."""
    m = Memory(path)
    messages = [
        {"role": "user", "content": "Hi, I'm Alex. I love basketball and gaming."},
        {"role": "assistant", "content": "Hey Alex! I'll remember your interests."},
    ]
    added = m.add(messages, user_id="alex", metadata={"category": "hobbies"})
    memory_id = added["results"][0]["id"]
    for found in m.search("What does Alex love?", filters={"user_id": "alex"}, threshold=0.3)["results"]:
        print(f"{found['score']:.1f}  {found['memory']}")
    m.update(memory_id=memory_id, text="I love basketball and chess.")
    for change in m.history(memory_id=memory_id):
        print(f"{change['event']:6}  {change['new_memory']}")
    print("for Bea:", m.search("What does Alex love?", filters={"user_id": "bea"})["results"])
    m.delete_all(user_id="alex", erase=True)
    print("left:", m.get_all(filters={"user_id": "alex"})["results"])
    m.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "memory.kenning")
