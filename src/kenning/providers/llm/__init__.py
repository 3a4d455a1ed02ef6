"""Language models and embedders behind any server that speaks OpenAI's protocol, one on this machine included; an extra.

Nothing here is asked by itself: whoever wants a model names its server. No vendor is a default, and a key is sent only where one
is given. What a model answers is checked word by word (`checking`), and what it costs is counted (`budget`).
"""
