import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRouteBlock } from '../../../src/screens/navigation/useRouteBlock.ts';

const isBlocked = (): boolean => true;
let asked: (() => void)[] = [];
const Guard = () => {
  useRouteBlock(isBlocked, (proceed) => asked.push(proceed));
  return null;
};

/** A history of the entries that browsers keep; each has a state as its maker left it. */
function fakeHistory(states: unknown[], hasKeys: boolean) {
  let at = states.length - 1;
  const steps: number[] = [];
  const entries = states.map((state, index) => ({ state, key: `k${index}`, index }));
  vi.spyOn(window.history, 'state', 'get').mockImplementation(() => entries[at].state);
  vi.spyOn(window.history, 'length', 'get').mockImplementation(() => entries.length);
  const pop = (): void => {
    window.dispatchEvent(new PopStateEvent('popstate', { state: entries[at].state }));
  };
  vi.spyOn(window.history, 'go').mockImplementation((delta = 0) => {
    steps.push(delta);
    if (entries[at + delta] === undefined) return;
    at += delta;
    pop();
  });
  vi.stubGlobal(
    'navigation',
    hasKeys
      ? {
          get currentEntry() {
            return entries[at];
          },
          entries: () => entries,
        }
      : undefined,
  );
  return {
    steps,
    place: () => at,
    back() {
      at -= 1;
      pop();
    },
    typeAddress() {
      entries.splice(at + 1, entries.length, { state: null, key: `t${entries.length}`, index: at + 1 });
      at += 1;
      pop();
    },
  };
}

beforeEach(() => {
  asked = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each([true, false])('a form that is not saved, in a browser that knows its entries: %s', (hasKeys) => {
  const open = (states: unknown[]) => {
    const history = fakeHistory(states, hasKeys);
    render(
      <MemoryRouter>
        <Guard />
      </MemoryRouter>,
    );
    return history;
  };

  it('is not left by a typed address before its person agrees, and then to that address', () => {
    const history = open([{ idx: 0 }, { idx: 1 }]);
    history.typeAddress();
    expect([history.place(), asked.length]).toEqual([1, 1]);
    // nothing is left half done: what is typed next is asked about at its own place
    history.typeAddress();
    expect([history.place(), asked.length]).toEqual([1, 2]);
    asked[1]();
    expect(history.place()).toBe(2);
  });

  it('is not left by going back, to an entry of the router or to one that was typed', () => {
    for (const states of [
      [{ idx: 0 }, { idx: 1 }],
      [{ idx: 0 }, null, { idx: 1 }],
    ]) {
      asked = [];
      const history = open(states);
      history.back();
      expect([history.place(), asked.length]).toEqual([states.length - 1, 1]);
      asked[0]();
      expect(history.place()).toBe(states.length - 2);
    }
  });
});
