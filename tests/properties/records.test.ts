import { expect, it } from 'vitest';
import { hasStoredType } from '../../src/kernel/compile/validate.ts';
import { isTable, type CompiledForm } from '../../src/kernel/form.ts';
import { checkChanges } from '../../src/records/checkChanges.ts';
import { redactRecord } from '../../src/records/redact.ts';
import { isSameValue } from '../../src/records/sameValue.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { acceptChanges } from '../../src/server/records/save/acceptChanges.ts';
import fc from '../support/fc.ts';
import { withForm } from './arbitraries/compiled.ts';
import { recordOf, valueOf, type GeneratedRecord } from './arbitraries/records.ts';
import { situationOf } from './arbitraries/situations.ts';
import { asRecord, openInBrowser } from './browser.ts';
import { holds, PATIENCE } from './holds.ts';

const save = (
  form: CompiledForm,
  stored: GeneratedRecord | null,
  sent: GeneratedRecord,
  situation: Situation,
): GeneratedRecord => acceptChanges({ form, stored, sent, situation, strictness: 'draft' }).values as GeneratedRecord;

/** Fields whose stored value differs, with what a failure needs to say of them. */
const differences = (compiled: CompiledForm, before: GeneratedRecord, after: GeneratedRecord): object[] =>
  [...compiled.fields.values()]
    .map(({ key, node }) => ({
      node,
      was: before.fieldsMap[key] ?? before.childTables[key],
      is: after.fieldsMap[key] ?? after.childTables[key],
    }))
    .filter(({ was, is }) => !isSameValue(was, is));

/** A default for whoever can first fill a field in (FK-012) comes when the record is opened: such a form is not left untouched. */
const hasLateDefaults = (compiled: CompiledForm): boolean =>
  JSON.stringify(compiled.definition).includes('"defaultWhen":"editable"');

it(
  'sending back what one was shown is never a change, for anybody, at any node',
  () => {
    const cases = withForm((compiled) =>
      fc.record({ stored: recordOf(compiled), situation: situationOf(compiled) }, { noNullPrototype: true }),
    );
    holds(
      'what was shown goes back',
      cases,
      ({ compiled, given: { stored, situation } }) => {
        const incoming = structuredClone(redactRecord(compiled, asRecord(stored), situation));
        expect(checkChanges({ compiled, stored, incoming, situation })).toEqual([]);
      },
      { cases: 1000 },
    );
  },
  PATIENCE,
);

it(
  'a record that is opened and saved untouched is the same record, and so is it the next time',
  () => {
    const cases = withForm((compiled) =>
      fc.record({ stored: recordOf(compiled), situation: situationOf(compiled) }, { noNullPrototype: true }),
    );
    holds(
      'save and reload',
      cases,
      ({ compiled, given: { stored, situation } }) => {
        if (hasLateDefaults(compiled)) return;
        const computed = save(compiled, stored, { fieldsMap: {}, childTables: {} }, situation);
        const browser = openInBrowser(compiled, computed, situation);
        const reloaded = save(compiled, computed, browser.send(), situation);
        browser.close();
        expect(differences(compiled, computed, reloaded)).toEqual([]);
        const again = openInBrowser(compiled, reloaded, situation);
        expect(differences(compiled, reloaded, save(compiled, reloaded, again.send(), situation))).toEqual([]);
        again.close();
      },
      { cases: 500 },
    );
  },
  PATIENCE,
);

it(
  'what was typed is there after saving and opening again',
  () => {
    const cases = withForm((compiled) =>
      fc.record(
        {
          situation: situationOf(compiled),
          typed: fc.record(
            Object.fromEntries(
              [...compiled.fields.values()]
                .filter((field) => !isTable(field))
                .map((field) => [field.key, valueOf(field)]),
            ),
            { requiredKeys: [], noNullPrototype: true },
          ),
        },
        { noNullPrototype: true },
      ),
    );
    holds(
      'typed values come back',
      cases,
      ({ compiled, given: { situation: asked, typed } }) => {
        if (hasLateDefaults(compiled)) return;
        const situation = { ...asked, isEdit: '1' as const, recordId: null };
        const browser = openInBrowser(compiled, null, situation);
        for (const [key, value] of Object.entries(typed)) {
          const field = compiled.fields.get(key);
          if (field && browser.isOpen(key) && hasStoredType(field.node, value)) browser.session.setValue(key, value);
        }
        const sent = browser.send();
        const judged = acceptChanges({ form: compiled, stored: null, sent, situation, strictness: 'draft' });
        const reopened = openInBrowser(compiled, judged.values as GeneratedRecord, { ...situation, recordId: 'r1' });
        const lost = [...compiled.fields.values()].filter(
          (field) =>
            field.mayRead(situation) &&
            !field.compute &&
            !isTable(field) &&
            !isSameValue(reopened.session.values[field.key], browser.session.values[field.key]),
        );
        browser.close();
        reopened.close();
        expect({
          forbidden: judged.forbidden,
          lost: lost.map(({ node, key }) => ({ node, was: browser.session.values[key] })),
        }).toEqual({ forbidden: [], lost: [] });
      },
      { cases: 500 },
    );
  },
  PATIENCE,
);
