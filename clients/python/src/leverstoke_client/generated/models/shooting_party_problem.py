from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from leverstoke_client.unknown import parsed

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.shooting_party_legal_discard import ShootingPartyLegalDiscard
    from ..models.shooting_party_legal_draw import ShootingPartyLegalDraw
    from ..models.shooting_party_legal_leave import ShootingPartyLegalLeave
    from ..models.shooting_party_legal_retrieve import ShootingPartyLegalRetrieve
    from ..models.shooting_party_legal_seduce import ShootingPartyLegalSeduce
    from ..models.shooting_party_problem_errors import ShootingPartyProblemErrors
    from ..models.shooting_party_view import ShootingPartyView


T = TypeVar("T", bound="ShootingPartyProblem")


@_attrs_define
class ShootingPartyProblem:
    """What went wrong; what may be done instead, or how the session stands now.

    Attributes:
        type_ (str): Where this kind of problem is described.
        title (str): The kind of problem in a few words.
        status (int): The HTTP status.
        detail (str): What was wrong this time.
        code (str): The kind of problem, for programs.
        errors (ShootingPartyProblemErrors | Unset): On 422: what is wrong with each field.
        rule (str | Unset): The clause of the rules that refuses. Example: SH-8.
        instance (str | Unset): On 500: what to look for in the server's log.
        legal_actions (list[ShootingPartyLegalDiscard | ShootingPartyLegalDraw | ShootingPartyLegalLeave |
            ShootingPartyLegalRetrieve | ShootingPartyLegalSeduce] | Unset): What may be done instead.
        session (ShootingPartyView | Unset): The session as whoever asks may see it.
    """

    type_: str
    title: str
    status: int
    detail: str
    code: str
    errors: ShootingPartyProblemErrors | Unset = UNSET
    rule: str | Unset = UNSET
    instance: str | Unset = UNSET
    legal_actions: (
        list[
            ShootingPartyLegalDiscard
            | ShootingPartyLegalDraw
            | ShootingPartyLegalLeave
            | ShootingPartyLegalRetrieve
            | ShootingPartyLegalSeduce
        ]
        | Unset
    ) = UNSET
    session: ShootingPartyView | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.shooting_party_legal_discard import ShootingPartyLegalDiscard  # noqa: PLC0415
        from ..models.shooting_party_legal_draw import ShootingPartyLegalDraw  # noqa: PLC0415
        from ..models.shooting_party_legal_retrieve import ShootingPartyLegalRetrieve  # noqa: PLC0415
        from ..models.shooting_party_legal_seduce import ShootingPartyLegalSeduce  # noqa: PLC0415

        type_ = self.type_

        title = self.title

        status = self.status

        detail = self.detail

        code = self.code

        errors: dict[str, Any] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = self.errors.to_dict()

        rule = self.rule

        instance = self.instance

        legal_actions: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.legal_actions, Unset):
            legal_actions = []
            for legal_actions_item_data in self.legal_actions:
                legal_actions_item: dict[str, Any]
                if isinstance(legal_actions_item_data, ShootingPartyLegalDraw):
                    legal_actions_item = legal_actions_item_data.to_dict()
                elif isinstance(legal_actions_item_data, ShootingPartyLegalDiscard):
                    legal_actions_item = legal_actions_item_data.to_dict()
                elif isinstance(legal_actions_item_data, ShootingPartyLegalRetrieve):
                    legal_actions_item = legal_actions_item_data.to_dict()
                elif isinstance(legal_actions_item_data, ShootingPartyLegalSeduce):
                    legal_actions_item = legal_actions_item_data.to_dict()
                else:
                    legal_actions_item = legal_actions_item_data.to_dict()

                legal_actions.append(legal_actions_item)

        session: dict[str, Any] | Unset = UNSET
        if not isinstance(self.session, Unset):
            session = self.session.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "title": title,
                "status": status,
                "detail": detail,
                "code": code,
            }
        )
        if errors is not UNSET:
            field_dict["errors"] = errors
        if rule is not UNSET:
            field_dict["rule"] = rule
        if instance is not UNSET:
            field_dict["instance"] = instance
        if legal_actions is not UNSET:
            field_dict["legal_actions"] = legal_actions
        if session is not UNSET:
            field_dict["session"] = session

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooting_party_legal_discard import ShootingPartyLegalDiscard  # noqa: PLC0415
        from ..models.shooting_party_legal_draw import ShootingPartyLegalDraw  # noqa: PLC0415
        from ..models.shooting_party_legal_leave import ShootingPartyLegalLeave  # noqa: PLC0415
        from ..models.shooting_party_legal_retrieve import ShootingPartyLegalRetrieve  # noqa: PLC0415
        from ..models.shooting_party_legal_seduce import ShootingPartyLegalSeduce  # noqa: PLC0415
        from ..models.shooting_party_problem_errors import ShootingPartyProblemErrors  # noqa: PLC0415
        from ..models.shooting_party_view import ShootingPartyView  # noqa: PLC0415

        d = dict(src_dict)
        type_ = d.pop("type")

        title = d.pop("title")

        status = d.pop("status")

        detail = d.pop("detail")

        code = d.pop("code")

        _errors = d.pop("errors", UNSET)
        errors: ShootingPartyProblemErrors | Unset
        if isinstance(_errors, Unset):
            errors = UNSET
        else:
            errors = ShootingPartyProblemErrors.from_dict(_errors)

        rule = d.pop("rule", UNSET)

        instance = d.pop("instance", UNSET)

        _legal_actions = d.pop("legal_actions", UNSET)
        legal_actions: (
            list[
                ShootingPartyLegalDiscard
                | ShootingPartyLegalDraw
                | ShootingPartyLegalLeave
                | ShootingPartyLegalRetrieve
                | ShootingPartyLegalSeduce
            ]
            | Unset
        ) = UNSET
        if _legal_actions is not UNSET:
            legal_actions = []
            for legal_actions_item_data in _legal_actions:

                def _parse_legal_actions_item(
                    data: object,
                ) -> (
                    ShootingPartyLegalDiscard
                    | ShootingPartyLegalDraw
                    | ShootingPartyLegalLeave
                    | ShootingPartyLegalRetrieve
                    | ShootingPartyLegalSeduce
                ):
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_shooting_party_legal_action_type_0 = ShootingPartyLegalDraw.from_dict(data)

                        return componentsschemas_shooting_party_legal_action_type_0
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_shooting_party_legal_action_type_1 = ShootingPartyLegalDiscard.from_dict(data)

                        return componentsschemas_shooting_party_legal_action_type_1
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_shooting_party_legal_action_type_2 = ShootingPartyLegalRetrieve.from_dict(
                            data
                        )

                        return componentsschemas_shooting_party_legal_action_type_2
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_shooting_party_legal_action_type_3 = ShootingPartyLegalSeduce.from_dict(data)

                        return componentsschemas_shooting_party_legal_action_type_3
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    return parsed(ShootingPartyLegalLeave.from_dict, data)

                legal_actions_item = _parse_legal_actions_item(legal_actions_item_data)

                legal_actions.append(legal_actions_item)

        _session = d.pop("session", UNSET)
        session: ShootingPartyView | Unset
        if isinstance(_session, Unset):
            session = UNSET
        else:
            session = ShootingPartyView.from_dict(_session)

        shooting_party_problem = cls(
            type_=type_,
            title=title,
            status=status,
            detail=detail,
            code=code,
            errors=errors,
            rule=rule,
            instance=instance,
            legal_actions=legal_actions,
            session=session,
        )

        shooting_party_problem.additional_properties = d
        return shooting_party_problem

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
