"""What crosses HTTP besides logs and reports: read and written by marshmallow."""
