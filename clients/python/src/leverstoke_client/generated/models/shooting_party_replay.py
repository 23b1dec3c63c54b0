from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.shooting_party_card import ShootingPartyCard, check_shooting_party_card

if TYPE_CHECKING:
    from ..models.replayed_action import ReplayedAction
    from ..models.shooting_party_options import ShootingPartyOptions


T = TypeVar("T", bound="ShootingPartyReplay")


@_attrs_define
class ShootingPartyReplay:
    """A session that is over, whole: with it anybody can check the deal, and play it again.

    Attributes:
        seed (str): What the deal came from.
        commitment (None | str): What bound the house to the seed; null if the session is seeded (D-1).
        options (ShootingPartyOptions):
        shuffles (list[list[ShootingPartyCard]]): Each pile as it came out, top card first (D-4).
        actions (list[ReplayedAction]): What was done, in order.
    """

    seed: str
    commitment: None | str
    options: ShootingPartyOptions
    shuffles: list[list[ShootingPartyCard]]
    actions: list[ReplayedAction]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        seed = self.seed

        commitment: None | str
        commitment = self.commitment

        options = self.options.to_dict()

        shuffles = []
        for shuffles_item_data in self.shuffles:
            shuffles_item = []
            for shuffles_item_item_data in shuffles_item_data:
                shuffles_item_item: str = shuffles_item_item_data
                shuffles_item.append(shuffles_item_item)

            shuffles.append(shuffles_item)

        actions = []
        for actions_item_data in self.actions:
            actions_item = actions_item_data.to_dict()
            actions.append(actions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seed": seed,
                "commitment": commitment,
                "options": options,
                "shuffles": shuffles,
                "actions": actions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.replayed_action import ReplayedAction  # noqa: PLC0415
        from ..models.shooting_party_options import ShootingPartyOptions  # noqa: PLC0415

        d = dict(src_dict)
        seed = d.pop("seed")

        def _parse_commitment(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        commitment = _parse_commitment(d.pop("commitment"))

        options = ShootingPartyOptions.from_dict(d.pop("options"))

        shuffles = []
        _shuffles = d.pop("shuffles")
        for shuffles_item_data in _shuffles:
            shuffles_item = []
            _shuffles_item = shuffles_item_data
            for shuffles_item_item_data in _shuffles_item:
                shuffles_item_item = check_shooting_party_card(shuffles_item_item_data)

                shuffles_item.append(shuffles_item_item)

            shuffles.append(shuffles_item)

        actions = []
        _actions = d.pop("actions")
        for actions_item_data in _actions:
            actions_item = ReplayedAction.from_dict(actions_item_data)

            actions.append(actions_item)

        shooting_party_replay = cls(
            seed=seed,
            commitment=commitment,
            options=options,
            shuffles=shuffles,
            actions=actions,
        )

        shooting_party_replay.additional_properties = d
        return shooting_party_replay

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
