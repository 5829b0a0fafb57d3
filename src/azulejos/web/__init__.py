"""The web app: HTTP, sockets, cookies, pages; it decides nothing: tables are in `service`, SQL in `store`."""
