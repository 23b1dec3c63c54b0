from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="GameOption")


@_attrs_define
class GameOption:
    """A field of create, with what a form for it needs.

    Attributes:
        name (str): As in the body of create.
        type_ (str): `word`, `boolean`, `integer` or `text`.
        description (None | str): What it is for.
        default (Any): What stands for the option if it is left out.
        choices (list[str] | None): The words it may be.
        minimum (int | None): The least it may be; null if it is no number.
        maximum (int | None): The most it may be; null if it is no number.
    """

    name: str
    type_: str
    description: None | str
    default: Any
    choices: list[str] | None
    minimum: int | None
    maximum: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        type_ = self.type_

        description: None | str
        description = self.description

        default = self.default

        choices: list[str] | None
        if isinstance(self.choices, list):
            choices = self.choices

        else:
            choices = self.choices

        minimum: int | None
        minimum = self.minimum

        maximum: int | None
        maximum = self.maximum

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "type": type_,
                "description": description,
                "default": default,
                "choices": choices,
                "minimum": minimum,
                "maximum": maximum,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        type_ = d.pop("type")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        default = d.pop("default")

        def _parse_choices(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                choices_type_0 = cast(list[str], data)

                return choices_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        choices = _parse_choices(d.pop("choices"))

        def _parse_minimum(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        minimum = _parse_minimum(d.pop("minimum"))

        def _parse_maximum(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        maximum = _parse_maximum(d.pop("maximum"))

        game_option = cls(
            name=name,
            type_=type_,
            description=description,
            default=default,
            choices=choices,
            minimum=minimum,
            maximum=maximum,
        )

        game_option.additional_properties = d
        return game_option

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
