import type { FlowAct } from '../../../runtime/services/tasks.ts';

export type PeopleAct = Extract<FlowAct, 'transfer' | 'delegate' | 'addSign' | 'cc'>;
export type SignPosition = 'before' | 'after' | 'parallel';

interface PeopleActTexts {
  title: string;
  /** Label of the field for the people. */
  people: string;
  /** Label of the field for the note. */
  note: string;
  isMultiple: boolean;
  hint: string;
}

/** The texts of the dialogs in which people are selected for an act. */
export const PEOPLE_ACT_TEXTS: Readonly<Record<PeopleAct, PeopleActTexts>> = {
  transfer: {
    title: '转办',
    people: '转办给',
    note: '说明',
    isMultiple: false,
    hint: '转办后由对方办理，您不再办理此任务。',
  },
  delegate: {
    title: '委派',
    people: '委派给',
    note: '说明',
    isMultiple: false,
    hint: '对方办理后，任务回到您这里，由您决定。',
  },
  addSign: {
    title: '加签',
    people: '加签人',
    note: '说明',
    isMultiple: true,
    hint: '加签人都通过后，此节点才算通过。',
  },
  cc: { title: '抄送', people: '抄送给', note: '附言', isMultiple: true, hint: '对方可以查看，不需要办理。' },
};

export const SIGN_POSITIONS: readonly { value: SignPosition; label: string }[] = [
  { value: 'before', label: '在我之前' },
  { value: 'parallel', label: '与我同时' },
  { value: 'after', label: '在我之后' },
];
