"""Kenning behind the interfaces of other frameworks: a thin layer each, which gives their calls Kenning's meaning.

`langgraph` is a long-term store of LangGraph, `langchain` a retriever, `openai_agents` a session of the OpenAI Agents SDK, and
`mem0` a drop-in for mem0's ``Memory``. Each asks for its framework alone, and says which extra brings it where it is absent;
`mem0` asks for none.
"""
