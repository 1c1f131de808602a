"""Addresses that name several servers."""

from __future__ import annotations

from reflow.postgres.addresses import each_server


def test_each_server_has_an_address_of_its_own() -> None:
    assert each_server("postgresql://inflow:p%40ss@db2:5433,db3/inflow?sslmode=require") == [
        "postgresql://inflow:p%40ss@db2:5433/inflow?sslmode=require",
        "postgresql://inflow:p%40ss@db3/inflow?sslmode=require",
    ]
    assert each_server("postgresql:///inflow?host=/run/postgresql") == ["postgresql:///inflow?host=/run/postgresql"]
