"""Web Push: telling a member who is not looking, through the push service of their browser.

A push says who did what and where it leads, never a word of what was written. It is sent only while the notification
that it tells of is there and unread, and only to browsers whose session is open. Nothing but public addresses is
ever connected to: members name the endpoints, and a server must not be led into its own network.
"""
