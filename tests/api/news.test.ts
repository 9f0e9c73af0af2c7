import { describe, expect, it } from 'vitest';
import { readEvents } from '../../src/api/serverEvents.ts';

describe('a stream of events', () => {
  it('is read event by event, and what has not arrived whole is kept', () => {
    const first = readEvents('retry: 3000\n\nevent: open\ndata: []\n\nevent: news\ndata: ["todo","ma');
    expect(first).toEqual({ topics: [], rest: 'event: news\ndata: ["todo","ma', isOpen: true });
    expect(readEvents(`${first.rest}il"]\n\n: \n\n`)).toEqual({
      topics: ['todo', 'mail'],
      rest: '',
      isOpen: false,
    });
  });

  it('tells a topic once, and nothing that it does not know', () => {
    expect(readEvents('event: news\ndata: ["mail","gold"]\n\nevent: news\ndata: ["mail"]\n\n').topics).toEqual([
      'mail',
    ]);
    expect(readEvents('event: news\ndata: {broken\n\nevent: news\ndata: 7\n\n').topics).toEqual([]);
  });
});
