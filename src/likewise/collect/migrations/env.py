"""What alembic runs: the migrations on the connection that `upgrade` hands over."""

from __future__ import annotations

from alembic import context

from likewise.collect.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
