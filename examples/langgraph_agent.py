"""An agent of LangGraph that remembers across conversations, in a file of Kenning's: python langgraph_agent.py [memory.kenning].

Its "model" is a few lines of Python, so that it runs anywhere; yours would be asked where `answer` builds its answer.
"""

import sys

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.base import BaseStore

from kenning.adapters.langgraph import KenningStore

REMEMBER = "Remember that "


def answer(state: MessagesState, config: RunnableConfig, *, store: BaseStore) -> dict:
    """Remember what is to be remembered, and answer by what this user's memories say."""
    namespace = ("memories", config["configurable"]["user_id"])
    said = state["messages"][-1].content
    if said.startswith(REMEMBER):
        store.put(namespace, str(len(store.search(namespace, limit=100))), {"memory": said.removeprefix(REMEMBER)})
        text = "I will."
    else:
        known = [item.value["memory"] for item in store.search(namespace, query=said, limit=3) if item.score]
        text = "; ".join(known) or "I know nothing of it."
    return {"messages": [{"role": "assistant", "content": text}]}


def main(path: str) -> None:
    """Let two people talk to it, in several conversations."""
    builder = StateGraph(MessagesState)
    builder.add_node("answer", answer)
    builder.add_edge(START, "answer")
    with KenningStore.from_conn_string(path) as store:
        graph = builder.compile(checkpointer=InMemorySaver(), store=store)

        def say(user: str, thread: str, text: str) -> None:
            config = {"configurable": {"thread_id": thread, "user_id": user}}
            done = graph.invoke({"messages": [{"role": "user", "content": text}]}, config)
            print(f"{user}: {text}\n  -> {done['messages'][-1].content}")

        say("priya", "monday", "Remember that the boiler is in the cellar")
        say("priya", "monday", "Remember that the plumber comes on Friday")
        say("priya", "tuesday", "When does the plumber come?")
        say("tomas", "tuesday", "When does the plumber come?")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "memory.kenning")
