"""Webhooks: what clubs are told of, where they want to be told, and the telling itself."""
