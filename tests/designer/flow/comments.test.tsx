import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FlowManagerBlock } from '../../../src/designer/flow/FlowManagerBlock.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const XML = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="out" name="外出审批">
  <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="apply"/>
  <userTask id="apply" name="申请人"><extensionElements><sf:candidates type="initiator" value=""/></extensionElements></userTask><sequenceFlow id="f2" sourceRef="apply" targetRef="leader"/>
  <userTask id="leader" name="部门负责人审批"><extensionElements><sf:candidates type="deptLeader"/></extensionElements></userTask><sequenceFlow id="f3" sourceRef="leader" targetRef="end"/>
  <endEvent id="end"/></process></definitions>`;

const comment = (id: string, part: string, isResolved = false) => ({
  id,
  parentId: '',
  part,
  partName: '',
  text: `意见${id}`,
  authorName: '李四',
  time: '2026-01-02 10:00:00',
  mentions: [],
  isOwn: false,
  isRemoved: false,
  isResolved,
  resolvedBy: '',
});

it('steps of a process carry the number of their open comments; a click chooses the step and opens them', async () => {
  const services = {
    ...fakeServices({
      forms: { list: async () => [] },
      request: async ({ url, method }) =>
        url.includes('omment') && method === 'GET'
          ? [comment('1', 'element:leader'), comment('2', 'element:leader'), comment('3', 'element:apply', true)]
          : null,
    }),
    flows: {
      list: async () => [
        { key: 'out', name: '外出审批', version: 0, updateTime: '2026-01-01 00:00:00', hasDraft: true, revision: 4 },
      ],
      draft: async () => XML,
      forms: async () => [],
      holders: async () => ({ roles: [], posts: [] }),
      check: async () => [],
    },
  } as unknown as Services;
  const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
  await renderAt(
    '/m?flow=out',
    services,
    <FlowManagerBlock node={{ tag: 'flowManager' }} path={['root']} />,
    administrator,
  );
  const mark = await screen.findByRole('button', { name: '2 条未解决的批注' });
  expect(mark.closest('[data-step]')?.getAttribute('data-step')).toBe('leader');
  expect(document.querySelectorAll('[data-comments]')).toHaveLength(1);
  fireEvent.click(mark);
  await waitFor(() => expect(document.querySelector('[data-part="element:leader"][data-chosen="true"]')).toBeTruthy());
  expect(document.querySelector('[data-step="leader"]')?.getAttribute('data-selected')).toBe('true');
});
