"""Who may know it, and who may do what: permissions, parties, channels, grants, requests and decisions."""
