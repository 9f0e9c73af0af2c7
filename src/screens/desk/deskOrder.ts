import type { DeskNode } from '../../grammar/nodes.ts';

export type DeskCard = DeskNode['items'][number];

/** What a person chose, as the server keeps it: keys in their order, and those taken off. */
export interface DeskChoice {
  shown: readonly string[];
  hidden: readonly string[];
}

/** A card of the desk, and whether the person has it on. */
export interface PlacedCard {
  card: DeskCard;
  isShown: boolean;
}

/**
 * The cards in the person's order. Cards that their choice does not know (added to the document since) stand behind the
 * card that precedes them in the document, shown unless they are only offered; keys that are gone are passed over.
 */
export function placedCards(cards: readonly DeskCard[], choice: DeskChoice | null): PlacedCard[] {
  const known = new Set([...(choice?.shown ?? []), ...(choice?.hidden ?? [])]);
  const byKey = new Map(cards.map((card) => [card.key, card]));
  const order = [...known].flatMap((key) => byKey.get(key) ?? []);
  for (const [index, card] of cards.entries()) {
    if (known.has(card.key)) continue;
    const before = cards[index - 1];
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, card);
  }
  return order.map((card) => ({
    card,
    isShown: known.has(card.key) ? (choice?.shown.includes(card.key) ?? false) : card.isOffered !== true,
  }));
}

export const choiceOf = (placed: readonly PlacedCard[]): DeskChoice => ({
  shown: placed.filter(({ isShown }) => isShown).map(({ card }) => card.key),
  hidden: placed.filter(({ isShown }) => !isShown).map(({ card }) => card.key),
});
