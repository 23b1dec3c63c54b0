from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.durability import Durability, check_durability

T = TypeVar("T", bound="Ready")


@_attrs_define
class Ready:
    """The store answers, and what it is.

    Attributes:
        status (str): `ready`.
        store (str): What keeps the sessions, and its version.
        promised (Durability | None): What the store was asked to keep; null if nothing was.
        durability (Durability | None): What it is found to keep, if it tells.
        eviction (str): What the store does when full: `noeviction` is right.
        replicas (int): How many copies of the store there are.
    """

    status: str
    store: str
    promised: Durability | None
    durability: Durability | None
    eviction: str
    replicas: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status = self.status

        store = self.store

        promised: None | str
        if isinstance(self.promised, str):
            promised = self.promised
        else:
            promised = self.promised

        durability: None | str
        if isinstance(self.durability, str):
            durability = self.durability
        else:
            durability = self.durability

        eviction = self.eviction

        replicas = self.replicas

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "store": store,
                "promised": promised,
                "durability": durability,
                "eviction": eviction,
                "replicas": replicas,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = d.pop("status")

        store = d.pop("store")

        def _parse_promised(data: object) -> Durability | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                promised_type_0 = check_durability(data)

                return promised_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Durability | None, data)

        promised = _parse_promised(d.pop("promised"))

        def _parse_durability(data: object) -> Durability | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                durability_type_0 = check_durability(data)

                return durability_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Durability | None, data)

        durability = _parse_durability(d.pop("durability"))

        eviction = d.pop("eviction")

        replicas = d.pop("replicas")

        ready = cls(
            status=status,
            store=store,
            promised=promised,
            durability=durability,
            eviction=eviction,
            replicas=replicas,
        )

        ready.additional_properties = d
        return ready

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
