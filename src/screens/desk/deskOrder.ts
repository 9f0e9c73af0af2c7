import type { DeskNode } from '../../grammar/nodes.ts';

export type DeskCard = DeskNode['items'][number];

/** The person's choice as stored by the server: keys of the shown cards in order, and keys of the hidden cards. */
export interface DeskChoice {
  shown: readonly string[];
  hidden: readonly string[];
}

/** A card of the desk, and whether it is shown. */
export interface ArrangedCard {
  card: DeskCard;
  isShown: boolean;
}

/**
 * Arranges the cards in the person's order. A card that the choice does not contain (added to the document later)
 * follows its predecessor in the document. Such a card is shown, unless it has `isOffered`: the person must add it.
 * Keys without a card are ignored.
 */
export function arrangeCards(cards: readonly DeskCard[], choice: DeskChoice | null): ArrangedCard[] {
  const knownKeys = new Set([...(choice?.shown ?? []), ...(choice?.hidden ?? [])]);
  const byKey = new Map(cards.map((card) => [card.key, card]));
  const order = [...knownKeys].flatMap((key) => byKey.get(key) ?? []);
  for (const [index, card] of cards.entries()) {
    if (knownKeys.has(card.key)) continue;
    const previousCard = cards[index - 1];
    order.splice(previousCard ? order.indexOf(previousCard) + 1 : 0, 0, card);
  }
  return order.map((card) => ({
    card,
    isShown: knownKeys.has(card.key) ? (choice?.shown.includes(card.key) ?? false) : card.isOffered !== true,
  }));
}

/** Returns the arrangement in the form in which the server stores it. */
export const choiceOf = (arrangedCards: readonly ArrangedCard[]): DeskChoice => ({
  shown: arrangedCards.filter(({ isShown }) => isShown).map(({ card }) => card.key),
  hidden: arrangedCards.filter(({ isShown }) => !isShown).map(({ card }) => card.key),
});
