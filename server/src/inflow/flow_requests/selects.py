"""The select that all lists of requests are based on: the request and both its members."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.flow_requests.tables import flow_requests
from inflow.members.tables import profiles, users

_sender, _receiver = users.alias("sender"), users.alias("receiver")
_sender_profile, _receiver_profile = profiles.alias("sender_profile"), profiles.alias("receiver_profile")

# Every user has a profile. With an inner join the engine would not know by which key to watch it, hence the outer one.
REQUESTS = (
    sa.select(
        flow_requests.c.id,
        flow_requests.c.status,
        flow_requests.c.sender_id,
        flow_requests.c.receiver_id,
        flow_requests.c.created_at,
        _sender.c.username.label("sender_name"),
        _sender.c.image_url.label("sender_image"),
        _sender_profile.c.id.label("sender_profile"),
        _receiver.c.username.label("receiver_name"),
        _receiver.c.image_url.label("receiver_image"),
        _receiver_profile.c.id.label("receiver_profile"),
    )
    .select_from(flow_requests)
    .join(_sender, _sender.c.id == flow_requests.c.sender_id)
    .join(_receiver, _receiver.c.id == flow_requests.c.receiver_id)
    .outerjoin(_sender_profile, _sender_profile.c.user_id == flow_requests.c.sender_id)
    .outerjoin(_receiver_profile, _receiver_profile.c.user_id == flow_requests.c.receiver_id)
)
