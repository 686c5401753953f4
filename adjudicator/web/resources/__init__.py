"""The resources: decode (`Blueprint.takes`), call one service, render. They catch no exception."""
