import { expect, it } from 'vitest';
import { mentionedPeople, splitMentions } from '../../src/domain/mentions.ts';

const [SHORT, LONG] = [
  { id: 'u1', name: '王小' },
  { id: 'u2', name: '王小明' },
];
const ids = (text: string, chosen: readonly { id: string; name: string }[]): string =>
  mentionedPeople(text, chosen)
    .map(({ id }) => id)
    .join();

it('a name that begins another one is mentioned only where it stands by itself', () => {
  expect(ids('@王小明 请看', [SHORT, LONG])).toBe('u2');
  expect(ids('@王小 请看', [SHORT, LONG])).toBe('u1');
  expect(ids('@王小明 和@王小 请看', [SHORT, LONG])).toBe('u1,u2');
  expect(ids('王小明请看', [SHORT, LONG])).toBe('');
});

it('of several people with one name, as many are mentioned as the text says, those chosen last', () => {
  const other = { id: 'u3', name: '王小' };
  expect(ids('@王小 请看', [SHORT, other])).toBe('u3');
  expect(ids('@王小 请看', [other, SHORT])).toBe('u1');
  expect(ids('@王小 @王小 请看', [SHORT, other])).toBe('u1,u3');
});

it.each([
  ['@王小明@王小，', ['@王小明', '@王小', '，']],
  ['a@@王小 @王', ['a@', '@王小', ' @王']],
  ['', []],
  ['没有', ['没有']],
])('splits %j into mentions and what is between them, without losing a character', (text, parts) => {
  const found = splitMentions(text, ['王小', '王小明', '王小']);
  expect(found.map((part) => part.text)).toEqual(parts);
  expect(found.filter(({ isMention }) => isMention).map((part) => part.text)).toEqual(
    parts.filter((part) => part.startsWith('@王小')),
  );
});
