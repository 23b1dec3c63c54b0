from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from leverstoke_client.unknown import parsed

if TYPE_CHECKING:
    from ..models.rematch_event import RematchEvent
    from ..models.seated_event import SeatedEvent
    from ..models.shooter_accepted_event import ShooterAcceptedEvent
    from ..models.shooter_accused_event import ShooterAccusedEvent
    from ..models.shooter_auction_won_event import ShooterAuctionWonEvent
    from ..models.shooter_called_event import ShooterCalledEvent
    from ..models.shooter_dealt_event import ShooterDealtEvent
    from ..models.shooter_finished_event import ShooterFinishedEvent
    from ..models.shooter_hand_scored_event import ShooterHandScoredEvent
    from ..models.shooter_played_event import ShooterPlayedEvent
    from ..models.shooter_resigned_event import ShooterResignedEvent
    from ..models.shooter_returned_event import ShooterReturnedEvent
    from ..models.shooter_thrown_in_event import ShooterThrownInEvent
    from ..models.shooter_timed_out_event import ShooterTimedOutEvent
    from ..models.shooter_trick_taken_event import ShooterTrickTakenEvent
    from ..models.shooter_trump_named_event import ShooterTrumpNamedEvent


T = TypeVar("T", bound="ShooterEvents")


@_attrs_define
class ShooterEvents:
    """What has happened, in order.

    Attributes:
        events (list[RematchEvent | SeatedEvent | ShooterAcceptedEvent | ShooterAccusedEvent | ShooterAuctionWonEvent |
            ShooterCalledEvent | ShooterDealtEvent | ShooterFinishedEvent | ShooterHandScoredEvent | ShooterPlayedEvent |
            ShooterResignedEvent | ShooterReturnedEvent | ShooterThrownInEvent | ShooterTimedOutEvent |
            ShooterTrickTakenEvent | ShooterTrumpNamedEvent]): In order.
    """

    events: list[
        RematchEvent
        | SeatedEvent
        | ShooterAcceptedEvent
        | ShooterAccusedEvent
        | ShooterAuctionWonEvent
        | ShooterCalledEvent
        | ShooterDealtEvent
        | ShooterFinishedEvent
        | ShooterHandScoredEvent
        | ShooterPlayedEvent
        | ShooterResignedEvent
        | ShooterReturnedEvent
        | ShooterThrownInEvent
        | ShooterTimedOutEvent
        | ShooterTrickTakenEvent
        | ShooterTrumpNamedEvent
    ]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.seated_event import SeatedEvent  # noqa: PLC0415
        from ..models.shooter_accepted_event import ShooterAcceptedEvent  # noqa: PLC0415
        from ..models.shooter_accused_event import ShooterAccusedEvent  # noqa: PLC0415
        from ..models.shooter_auction_won_event import ShooterAuctionWonEvent  # noqa: PLC0415
        from ..models.shooter_called_event import ShooterCalledEvent  # noqa: PLC0415
        from ..models.shooter_dealt_event import ShooterDealtEvent  # noqa: PLC0415
        from ..models.shooter_finished_event import ShooterFinishedEvent  # noqa: PLC0415
        from ..models.shooter_hand_scored_event import ShooterHandScoredEvent  # noqa: PLC0415
        from ..models.shooter_played_event import ShooterPlayedEvent  # noqa: PLC0415
        from ..models.shooter_resigned_event import ShooterResignedEvent  # noqa: PLC0415
        from ..models.shooter_returned_event import ShooterReturnedEvent  # noqa: PLC0415
        from ..models.shooter_thrown_in_event import ShooterThrownInEvent  # noqa: PLC0415
        from ..models.shooter_timed_out_event import ShooterTimedOutEvent  # noqa: PLC0415
        from ..models.shooter_trick_taken_event import ShooterTrickTakenEvent  # noqa: PLC0415
        from ..models.shooter_trump_named_event import ShooterTrumpNamedEvent  # noqa: PLC0415

        events = []
        for events_item_data in self.events:
            events_item: dict[str, Any]
            if isinstance(events_item_data, SeatedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterDealtEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterCalledEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterAuctionWonEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterThrownInEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterTrumpNamedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterPlayedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterTrickTakenEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterAccusedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterAcceptedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterHandScoredEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterResignedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterTimedOutEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterReturnedEvent):
                events_item = events_item_data.to_dict()
            elif isinstance(events_item_data, ShooterFinishedEvent):
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
        from ..models.rematch_event import RematchEvent  # noqa: PLC0415
        from ..models.seated_event import SeatedEvent  # noqa: PLC0415
        from ..models.shooter_accepted_event import ShooterAcceptedEvent  # noqa: PLC0415
        from ..models.shooter_accused_event import ShooterAccusedEvent  # noqa: PLC0415
        from ..models.shooter_auction_won_event import ShooterAuctionWonEvent  # noqa: PLC0415
        from ..models.shooter_called_event import ShooterCalledEvent  # noqa: PLC0415
        from ..models.shooter_dealt_event import ShooterDealtEvent  # noqa: PLC0415
        from ..models.shooter_finished_event import ShooterFinishedEvent  # noqa: PLC0415
        from ..models.shooter_hand_scored_event import ShooterHandScoredEvent  # noqa: PLC0415
        from ..models.shooter_played_event import ShooterPlayedEvent  # noqa: PLC0415
        from ..models.shooter_resigned_event import ShooterResignedEvent  # noqa: PLC0415
        from ..models.shooter_returned_event import ShooterReturnedEvent  # noqa: PLC0415
        from ..models.shooter_thrown_in_event import ShooterThrownInEvent  # noqa: PLC0415
        from ..models.shooter_timed_out_event import ShooterTimedOutEvent  # noqa: PLC0415
        from ..models.shooter_trick_taken_event import ShooterTrickTakenEvent  # noqa: PLC0415
        from ..models.shooter_trump_named_event import ShooterTrumpNamedEvent  # noqa: PLC0415

        d = dict(src_dict)
        events = []
        _events = d.pop("events")
        for events_item_data in _events:

            def _parse_events_item(
                data: object,
            ) -> (
                RematchEvent
                | SeatedEvent
                | ShooterAcceptedEvent
                | ShooterAccusedEvent
                | ShooterAuctionWonEvent
                | ShooterCalledEvent
                | ShooterDealtEvent
                | ShooterFinishedEvent
                | ShooterHandScoredEvent
                | ShooterPlayedEvent
                | ShooterResignedEvent
                | ShooterReturnedEvent
                | ShooterThrownInEvent
                | ShooterTimedOutEvent
                | ShooterTrickTakenEvent
                | ShooterTrumpNamedEvent
            ):
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_0 = SeatedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_1 = ShooterDealtEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_2 = ShooterCalledEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_2
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_3 = ShooterAuctionWonEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_3
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_4 = ShooterThrownInEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_4
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_5 = ShooterTrumpNamedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_5
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_6 = ShooterPlayedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_6
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_7 = ShooterTrickTakenEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_7
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_8 = ShooterAccusedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_8
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_9 = ShooterAcceptedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_9
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_10 = ShooterHandScoredEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_10
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_11 = ShooterResignedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_11
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_12 = ShooterTimedOutEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_12
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_13 = ShooterReturnedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_13
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_event_type_14 = ShooterFinishedEvent.from_dict(data)

                    return componentsschemas_shooter_event_type_14
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                return parsed(RematchEvent.from_dict, data)

            events_item = _parse_events_item(events_item_data)

            events.append(events_item)

        shooter_events = cls(
            events=events,
        )

        shooter_events.additional_properties = d
        return shooter_events

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
