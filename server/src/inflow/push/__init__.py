"""Web Push: notifies members while no page is open, through the push services of their browsers.

A push names the member who acted, the action and its subject, never any text. It is sent only while its notification
exists and is unread, and only to browsers with an open session. The server connects to public addresses only: members
choose the endpoints, and must not be able to direct the server into its own network.
"""
