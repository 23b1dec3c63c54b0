from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from leverstoke_client.unknown import parsed

if TYPE_CHECKING:
    from ..models.shooting_party_discarded_event import ShootingPartyDiscardedEvent
    from ..models.shooting_party_displayed_event import ShootingPartyDisplayedEvent
    from ..models.shooting_party_drawn_event import ShootingPartyDrawnEvent
    from ..models.shooting_party_finished_event import ShootingPartyFinishedEvent
    from ..models.shooting_party_retrieved_event import ShootingPartyRetrievedEvent
    from ..models.shooting_party_seduced_event import ShootingPartySeducedEvent
    from ..models.shooting_party_shuffled_event import ShootingPartyShuffledEvent
    from ..models.shooting_party_started_event import ShootingPartyStartedEvent


T = TypeVar("T", bound="ShootingPartyEvents")


@_attrs_define
class ShootingPartyEvents:
    """What has happened, in order.

    Attributes:
        events (list[ShootingPartyDiscardedEvent | ShootingPartyDisplayedEvent | ShootingPartyDrawnEvent |
            ShootingPartyFinishedEvent | ShootingPartyRetrievedEvent | ShootingPartySeducedEvent |
            ShootingPartyShuffledEvent | ShootingPartyStartedEvent]): In order.
    """

    events: list[
        ShootingPartyDiscardedEvent
        | ShootingPartyDisplayedEvent
        | ShootingPartyDrawnEvent
        | ShootingPartyFinishedEvent
        | ShootingPartyRetrievedEvent
        | ShootingPartySeducedEvent
        | ShootingPartyShuffledEvent
        | ShootingPartyStartedEvent
    ]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.shooting_party_discarded_event import ShootingPartyDiscardedEvent  # noqa: PLC0415
        from ..models.shooting_party_displayed_event import ShootingPartyDisplayedEvent  # noqa: PLC0415
        from ..models.shooting_party_drawn_event import ShootingPartyDrawnEvent  # noqa: PLC0415
        from ..models.shooting_party_retrieved_event import ShootingPartyRetrievedEvent  # noqa: PLC0415
        from ..models.shooting_party_seduced_event import ShootingPartySeducedEvent  # noqa: PLC0415
        from ..models.shooting_party_shuffled_event import ShootingPartyShuffledEvent  # noqa: PLC0415
        from ..models.shooting_party_started_event import ShootingPartyStartedEvent  # noqa: PLC0415

        events = []
        for events_item_data in self.events:
            events_item: dict[str, Any]
            if isinstance(events_item_data, ShootingPartyStartedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShootingPartyDrawnEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShootingPartyDisplayedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShootingPartyDiscardedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShootingPartyShuffledEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShootingPartyRetrievedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShootingPartySeducedEvent):
                events_item = events_item_data.to_dict()
            else:
                events_item = events_item_data.to_dict()

            events.append(events_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "events": events,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooting_party_discarded_event import ShootingPartyDiscardedEvent  # noqa: PLC0415
        from ..models.shooting_party_displayed_event import ShootingPartyDisplayedEvent  # noqa: PLC0415
        from ..models.shooting_party_drawn_event import ShootingPartyDrawnEvent  # noqa: PLC0415
        from ..models.shooting_party_finished_event import ShootingPartyFinishedEvent  # noqa: PLC0415
        from ..models.shooting_party_retrieved_event import ShootingPartyRetrievedEvent  # noqa: PLC0415
        from ..models.shooting_party_seduced_event import ShootingPartySeducedEvent  # noqa: PLC0415
        from ..models.shooting_party_shuffled_event import ShootingPartyShuffledEvent  # noqa: PLC0415
        from ..models.shooting_party_started_event import ShootingPartyStartedEvent  # noqa: PLC0415

        d = dict(src_dict)
        events = []
        _events = d.pop("events")
        for events_item_data in _events:

            def _parse_events_item(
                data: object,
            ) -> (
                ShootingPartyDiscardedEvent
                | ShootingPartyDisplayedEvent
                | ShootingPartyDrawnEvent
                | ShootingPartyFinishedEvent
                | ShootingPartyRetrievedEvent
                | ShootingPartySeducedEvent
                | ShootingPartyShuffledEvent
                | ShootingPartyStartedEvent
            ):
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_event_type_0 = ShootingPartyStartedEvent.from_dict(data)

                    return componentsschemas_shooting_party_event_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_event_type_1 = ShootingPartyDrawnEvent.from_dict(data)

                    return componentsschemas_shooting_party_event_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_event_type_2 = ShootingPartyDisplayedEvent.from_dict(data)

                    return componentsschemas_shooting_party_event_type_2
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_event_type_3 = ShootingPartyDiscardedEvent.from_dict(data)

                    return componentsschemas_shooting_party_event_type_3
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_event_type_4 = ShootingPartyShuffledEvent.from_dict(data)

                    return componentsschemas_shooting_party_event_type_4
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_event_type_5 = ShootingPartyRetrievedEvent.from_dict(data)

                    return componentsschemas_shooting_party_event_type_5
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_event_type_6 = ShootingPartySeducedEvent.from_dict(data)

                    return componentsschemas_shooting_party_event_type_6
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                return parsed(ShootingPartyFinishedEvent.from_dict, data)

            events_item = _parse_events_item(events_item_data)

            events.append(events_item)

        shooting_party_events = cls(
            events=events,
        )

        shooting_party_events.additional_properties = d
        return shooting_party_events

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
