"""Use cases. They know neither HTTP nor how a text is rendered; whoever calls decodes, calls one of them, and renders."""
