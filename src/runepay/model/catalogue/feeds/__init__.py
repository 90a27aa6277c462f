"""Reads public card lists into a caller's own catalogue: printed facts and keywords with their costs.

A list is known by its shape. No field that the shape does not know is used; such fields are reported. What could not
be read is said card by card. A card's text is read for keywords alone and is not kept.
"""

from __future__ import annotations

from runepay.model.catalogue.feeds.feed import Feed, catalogue_text, merged, read_feed

__all__ = ["Feed", "catalogue_text", "merged", "read_feed"]
