"""The face for agents: the Model Context Protocol, over stdio and over HTTP; each connection is one session of somebody."""
