"""Reading the segments of an archive that a member brings along. They are encrypted in the store."""

from __future__ import annotations

from inflow.media.pipeline.pipeline import MediaPipeline


def read_range(pipeline: MediaPipeline, import_id: str, name: str, start: int, end: int) -> bytes:
    """The bytes of a segment from ``start`` up to ``end``, decrypted. It blocks: call it in a thread.

    Raises:
        FileNotFoundError: There is no such segment.
        AppError: ``busy``, a bucket does not answer.
    """
    content = pipeline.store.import_range(import_id, name, start, end)
    return pipeline.import_segments.stream(import_id, name, start).update(content)
