import { expect, it } from 'vitest';
import type { CompiledForm } from '../../src/kernel/form.ts';
import { checkChanges } from '../../src/records/checkChanges.ts';
import { isSameValue } from '../../src/records/sameValue.ts';
import { recordToValues } from '../../src/records/recordValues.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { acceptChanges } from '../../src/server/records/save/acceptChanges.ts';
import fc from '../support/fc.ts';
import { actsOf } from './arbitraries/acts.ts';
import { withForm } from './arbitraries/compiled.ts';
import { recordOf, type GeneratedRecord } from './arbitraries/records.ts';
import { situationOf } from './arbitraries/situations.ts';
import { forge, openInBrowser, perform, type Act, type Browser } from './browser.ts';
import { holds, PATIENCE } from './holds.ts';

const cases = withForm((compiled) =>
  fc.record(
    { stored: recordOf(compiled), situation: situationOf(compiled), acts: actsOf(compiled) },
    { noNullPrototype: true },
  ),
);

it(
  'what a person can do in the browser, one thing after another, the server accepts',
  () => {
    holds(
      'browser edits are accepted',
      cases,
      ({ compiled, given: { stored, situation, acts } }) => {
        const browser = openInBrowser(compiled, stored, situation);
        const done = acts.map((act) => perform(browser, act));
        const incoming = browser.send();
        browser.close();
        const refused = checkChanges({ compiled, stored, incoming, situation }).filter(
          ({ code }) => !['VALUE_TYPE', 'VALUE_UNKNOWN'].includes(code),
        );
        expect({ done, refused: refused.map(({ code, path }) => `${code} ${path.join('/')}`) }).toEqual({
          done,
          refused: [],
        });
      },
      { cases: 800 },
    );
  },
  PATIENCE,
);

/** Fields that scripts and messages fill out of sight (`isHideField`), and tables whose rows a call may bring: the browser offers no control, and the change is none of a hand. */
function isFilledOtherwise(compiled: CompiledForm, act: Act): boolean {
  if (act.kind === 'type') return compiled.fields.get(act.key)?.node.isHideField === '1';
  const table = compiled.tables.get(act.table);
  const column = act.kind === 'cell' ? table?.columns.find(({ key }) => key === act.column) : undefined;
  return (
    [table, column].some((field) => field?.node.isHideField === '1') ||
    ((act.kind === 'add' || act.kind === 'copy') && table?.node.defaultTbDataResourceApi !== undefined)
  );
}

/** A default that comes in at opening may hide what the stored record shows: then the one and the other state is the record's. */
function wasHiddenByDefault(
  compiled: CompiledForm,
  browser: Browser,
  stored: GeneratedRecord | null,
  situation: Situation,
  act: Act,
): boolean {
  const key = act.kind === 'type' ? act.key : act.table;
  const values = recordToValues(stored ?? { fieldsMap: {}, childTables: {} }, compiled);
  return !browser.isOpen(key) && compiled.fields.get(key)?.access({ values, situation }).editable === true;
}

it(
  'what the browser offers no control for, the server refuses or does not take over',
  () => {
    holds(
      'forged edits are refused',
      cases,
      ({
        compiled,
        given: {
          stored,
          situation,
          acts: [act],
        },
      }) => {
        if (!act || isFilledOtherwise(compiled, act)) return;
        const browser = openInBrowser(compiled, stored, situation);
        const sent = browser.send();
        if (wasHiddenByDefault(compiled, browser, stored, situation, act)) return browser.close();
        const isAllowed = perform(browser, act);
        browser.close();
        const incoming = forge(compiled, sent, act);
        if (isAllowed || incoming === null || isSameValue(incoming, sent)) return;
        const judged = acceptChanges({ form: compiled, stored, sent: incoming, situation, strictness: 'draft' });
        // what the server computes itself it stores as it comes to, whatever was sent
        const hasEffect = !isSameValue(
          judged.values,
          acceptChanges({ form: compiled, stored, sent, situation, strictness: 'draft' }).values,
        );
        const isTaken = judged.forbidden.length === 0 && judged.invalid.length === 0 && hasEffect;
        expect({ act, isTaken }).toEqual({ act, isTaken: false });
      },
      { cases: 800 },
    );
  },
  PATIENCE,
);
