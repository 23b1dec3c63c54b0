from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.shooter_verdict import ShooterVerdict


T = TypeVar("T", bound="ShooterHandScoredEvent")


@_attrs_define
class ShooterHandScoredEvent:
    """
    Attributes:
        seq (int): From 1, without a gap.
        at (datetime.datetime): When it happened.
        type_ (Literal['hand_scored']):
        points (list[int]): Of this hand, penalties included.
        scores (list[int]): After it.
        verdicts (list[ShooterVerdict]): One an accusation.
        auto (bool | Unset): True where the house has acted for the seat; absent otherwise.
    """

    seq: int
    at: datetime.datetime
    type_: Literal["hand_scored"]
    points: list[int]
    scores: list[int]
    verdicts: list[ShooterVerdict]
    auto: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        seq = self.seq

        at = self.at.isoformat()

        type_ = self.type_

        points = self.points

        scores = self.scores

        verdicts = []
        for verdicts_item_data in self.verdicts:
            verdicts_item = verdicts_item_data.to_dict()
            verdicts.append(verdicts_item)

        auto = self.auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "at": at,
                "type": type_,
                "points": points,
                "scores": scores,
                "verdicts": verdicts,
            }
        )
        if auto is not UNSET:
            field_dict["auto"] = auto

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooter_verdict import ShooterVerdict  # noqa: PLC0415

        d = dict(src_dict)
        seq = d.pop("seq")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        type_ = cast(Literal["hand_scored"], d.pop("type"))
        if type_ != "hand_scored":
            raise ValueError(f"type must match const 'hand_scored', got '{type_}'")

        points = cast(list[int], d.pop("points"))

        scores = cast(list[int], d.pop("scores"))

        verdicts = []
        _verdicts = d.pop("verdicts")
        for verdicts_item_data in _verdicts:
            verdicts_item = ShooterVerdict.from_dict(verdicts_item_data)

            verdicts.append(verdicts_item)

        auto = d.pop("auto", UNSET)

        shooter_hand_scored_event = cls(
            seq=seq,
            at=at,
            type_=type_,
            points=points,
            scores=scores,
            verdicts=verdicts,
            auto=auto,
        )

        shooter_hand_scored_event.additional_properties = d
        return shooter_hand_scored_event

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
