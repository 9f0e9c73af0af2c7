/**
 * Browser tests that `npm run test:long` runs and `npm test` does not, each with the shorter tests that stay: they fail
 * when the same line of the product is removed. `npm test` keeps one journey through each room in a real browser; what
 * is here goes the same ways again with other data, other windows or other faults.
 */
export const LONG_FILES: Readonly<Record<string, readonly string[]>> = {
  'tests/e2e/approval/flow.test.ts': [
    'tests/screens/todo/flowActs.test.tsx',
    'tests/server/approval/acts',
    'tests/shell/settings/settings.test.tsx',
  ],
  'tests/e2e/approval/flowPhone.test.ts': [
    'tests/designer/flow/panels.test.tsx',
    'tests/designer/flow/flowEditor.test.tsx',
  ],
  'tests/e2e/chains/laboratory.test.ts': ['tests/server/effects/laboratory.test.ts', 'tests/e2e/chains/money.test.ts'],
  'tests/e2e/designer/administrator.test.ts': [
    'tests/designer/editor/editor.test.tsx',
    'tests/server/documents/formLifeCycle.test.ts',
  ],
  'tests/e2e/designer/designer.test.ts': [
    'tests/e2e/designer/carRequest.test.ts',
    'tests/designer/datasets/designing.test.tsx',
    'tests/designer/canvas/canvas.test.tsx',
    'tests/designer/excel/dialog.test.tsx',
  ],
  'tests/e2e/designer/flowDesign.test.ts': [
    'tests/designer/flow/plan.test.ts',
    'tests/designer/flow/offers.test.tsx',
    'tests/designer/flow/newFlow.test.tsx',
    'tests/designer/flow/flowEditor.test.tsx',
    'tests/designer/flow/comments.test.tsx',
    'tests/designer/forms/importing.test.tsx',
    'tests/server/approval/design/design.test.ts',
  ],
  'tests/e2e/designer/flowFiles.test.ts': [
    'tests/designer/flow/foreign.test.ts',
    'tests/designer/flow/anyFile.test.ts',
    'tests/designer/flow/flowEditor.test.tsx',
  ],
  'tests/e2e/designer/fromText.test.ts': [
    'tests/designer/excel/labels.test.ts',
    'tests/designer/excel/dialog.test.tsx',
  ],
  'tests/e2e/designer/impact.test.ts': [
    'tests/designer/uses/documentActions.test.tsx',
    'tests/designer/uses/impactPanel.test.tsx',
    'tests/designer/uses/overtaken.test.tsx',
    'tests/server/documents/impact.test.ts',
    'tests/server/documents/endOfLife.test.ts',
  ],
  'tests/e2e/designer/newScreen.test.ts': [
    'tests/designer/menu/menuManager.test.tsx',
    'tests/server/system/menuEdit.test.ts',
    'tests/app/hiddenPages.test.ts',
    'tests/app/pages.test.tsx',
    'tests/shell/sideMenu/sideMenu.test.tsx',
  ],
  'tests/e2e/designer/packs.test.ts': ['tests/designer/packs/packs.test.tsx', 'tests/server/packs/packs.test.ts'],
  'tests/e2e/designer/screens.test.ts': [
    'tests/shell/layout.test.ts',
    'tests/designer/forms/importing.test.tsx',
    'tests/designer/canvas/shell.test.tsx',
    'tests/server/documents/documents.test.ts',
    'tests/e2e/designer/pageDesign.test.ts',
  ],
  'tests/e2e/designer/templates.test.ts': [
    'tests/server/packs/templates.test.ts',
    'tests/designer/templates/gallery.test.tsx',
  ],
  'tests/e2e/designer/threeSheets.test.ts': [
    'tests/designer/excel/guess.test.ts',
    'tests/designer/excel/dialog.test.tsx',
    'tests/server/imports/imports.test.ts',
  ],
  'tests/e2e/everywhere/engines.test.ts': ['tests/e2e/forms/faults.test.ts', 'tests/e2e/session/session.test.ts'],
  'tests/e2e/everywhere/trust.test.ts': [
    'tests/server/audit/audit.test.ts',
    'tests/server/http/headers.test.ts',
    'tests/server/roles/roleScope.test.ts',
    'tests/server/files/openFiles.test.ts',
    'tests/designer/scopes/roleScopes.test.tsx',
    'tests/designer/audit/auditLog.test.tsx',
    'tests/screens/template/template.test.tsx',
    'tests/house/security.test.ts',
    'tests/house/markup.test.ts',
  ],
  'tests/e2e/everywhere/unusualWindows.test.ts': [
    'tests/e2e/everywhere/catalogue.test.ts',
    'tests/screens/print/print.test.tsx',
  ],
  'tests/e2e/forms/breaking.test.ts': [
    'tests/e2e/forms/faults.test.ts',
    'tests/session/forgivingStorage.test.ts',
    'tests/screens/mail/mailBox.test.tsx',
    'tests/screens/shared/browserStore.test.ts',
    'tests/shell/outlet/outlet.test.tsx',
  ],
  'tests/e2e/forms/drafts.test.ts': [
    'tests/screens/detail/draftOffer.test.tsx',
    'tests/screens/detail/drafts.test.ts',
    'tests/screens/detail/keptEntries.test.tsx',
    'tests/screens/detail/detail.test.tsx',
    'tests/screens/detail/changes.test.tsx',
    'tests/screens/home/draftPanel.test.tsx',
    'tests/records/threeWay.test.ts',
    'tests/server/drafts/drafts.test.ts',
  ],
  'tests/e2e/forms/everyTag.test.ts': [
    'tests/runtime/node/everyTag.test.tsx',
    'tests/widgets/searchedSelect.test.tsx',
    'tests/e2e/everywhere/axe.test.ts',
  ],
  'tests/e2e/forms/lookups.test.ts': [
    'tests/runtime/form/lookups.test.ts',
    'tests/server/records/lookups/lookups.test.ts',
  ],
  'tests/e2e/forms/nestedRows.test.ts': ['tests/widgets/layout.test.tsx', 'tests/widgets/cell.test.tsx'],
  'tests/e2e/forms/slowUpload.test.ts': [
    'tests/widgets/upload.test.tsx',
    'tests/screens/detail/savingPending.test.ts',
    'tests/screens/todo/opinionFiles.test.tsx',
  ],
  'tests/e2e/forms/subTableData.test.ts': [
    'tests/widgets/subTable/pick.test.tsx',
    'tests/widgets/subTable/data.test.tsx',
    'tests/server/records/save/pickedRows.test.ts',
  ],
  'tests/e2e/screens/board.test.ts': [
    'tests/screens/board/board.test.tsx',
    'tests/screens/figures/statFigure.test.tsx',
    'tests/e2e/screens/drill.test.ts',
  ],
  'tests/e2e/screens/chain.test.ts': ['tests/screens/chain/chain.test.tsx', 'tests/server/recordPages/chain.test.ts'],
  'tests/e2e/screens/formAhead.test.ts': ['tests/screens/list/preloadForm.test.tsx', 'tests/app/ahead.test.ts'],
  'tests/e2e/screens/mergeCustomers.test.ts': ['tests/server/effects/merge.test.ts'],
  'tests/e2e/screens/messages.test.ts': [
    'tests/screens/mail/mailBox.test.tsx',
    'tests/screens/mail/mailWrite.test.tsx',
    'tests/screens/notices/noticeWrite.test.tsx',
  ],
  'tests/e2e/screens/news.test.ts': [
    'tests/api/news.test.ts',
    'tests/shell/noticeButton/noticeButton.test.tsx',
    'tests/shell/sideMenu/sideMenu.test.tsx',
    'tests/screens/noticePush/noticePush.test.tsx',
    'tests/server/events/events.test.ts',
  ],
  'tests/e2e/screens/officeWork.test.ts': [
    'tests/screens/todo/flowActs.test.tsx',
    'tests/widgets/subTable/data.test.tsx',
  ],
  'tests/e2e/screens/printRelated.test.ts': ['tests/screens/print/print.test.tsx'],
  'tests/e2e/screens/projectOffice.test.ts': [
    'tests/screens/actions/recordActions.test.tsx',
    'tests/server/effects/actions.test.ts',
    'tests/server/effects/handovers.test.ts',
  ],
  'tests/e2e/screens/subscriptions.test.ts': [
    'tests/screens/subscriptions/subscriptions.test.tsx',
    'tests/server/subscriptions/subscriptions.test.ts',
  ],
  'tests/e2e/screens/transfers.test.ts': [
    'tests/api/downloads.test.ts',
    'tests/session/downloads.test.ts',
    'tests/shell/downloads.test.tsx',
    'tests/widgets/upload.test.tsx',
    'tests/widgets/uploadLimit.test.tsx',
  ],
  'tests/e2e/screens/upgraded.test.ts': [
    'tests/server/store/upgrade.test.ts',
    'tests/server/store/upgradeColumns.test.ts',
  ],
  'tests/e2e/screens/video.test.ts': ['tests/screens/media/media.test.tsx'],
  'tests/e2e/session/companySignIn.test.ts': [
    'tests/server/auth/company/openId.test.ts',
    'tests/session/session.test.ts',
    'tests/shell/signIn/signIn.test.tsx',
  ],
  'tests/e2e/session/emptyCompany.test.ts': [
    'tests/designer/menu/menuManager.test.tsx',
    'tests/server/people/people.test.ts',
    'tests/e2e/session/firstStart.test.ts',
    'tests/server/system/setup.test.ts',
  ],
  'tests/e2e/session/keptKeys.test.ts': [
    'tests/session/session.test.ts',
    'tests/session/userList.test.ts',
    'tests/shell/layout.test.ts',
    'tests/shell/settings/settings.test.tsx',
  ],
  'tests/e2e/session/sessionTokens.test.ts': ['tests/api/refresh.test.ts', 'tests/screens/detail/keptEntries.test.tsx'],
  'tests/e2e/shell/missingParts.test.ts': ['tests/app/missingParts.test.ts', 'tests/runtime/node/missingPart.test.tsx'],
  'tests/e2e/shell/ownHome.test.ts': ['tests/screens/home/desk.test.tsx', 'tests/server/home/home.test.ts'],
  'tests/e2e/shell/shellLook.test.ts': ['tests/shell/settings/settings.test.tsx', 'tests/shell/layout.test.ts'],
  'tests/e2e/shell/windowMessages.test.ts': [
    'tests/shell/messages/messages.test.ts',
    'tests/shell/messages/windowMessages.test.tsx',
    'tests/screens/preview/preview.test.tsx',
    'tests/server/http/web.test.ts',
  ],
};

/** Single tests that only `npm run test:long` runs, by file and the beginning of their names, with the tests that stay. */
export const LONG_TESTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'tests/e2e/chains/money.test.ts': {
    'goes on where a contract ran out unpaid': ['tests/server/effects/contractEnds.test.ts'],
    'keeps every figure right when a contract becomes void': ['tests/server/effects/contractEnds.test.ts'],
  },
  'tests/e2e/designer/pageDesign.test.ts': {
    'is designed in the layout of a phone': [
      'tests/designer/canvas/pageLayout.test.tsx',
      'tests/designer/screens/phoneLayout.test.tsx',
    ],
  },
  'tests/e2e/designer/together.test.ts': {
    'are asked where both changed the same': [
      'tests/designer/editor/editor.test.tsx',
      'tests/designer/together/merge.test.ts',
    ],
    'lose nothing either when the other has published': ['tests/designer/editor/editor.test.tsx'],
  },
  'tests/server/backup/backupKilled.test.ts': {
    'whose restore was killed': ['tests/server/backup/backup.test.ts'],
  },
  'tests/server/files/bucketServer.test.ts': {
    'is backed up with its files': ['tests/server/backup/backup.test.ts', 'tests/server/files/bucket.test.ts'],
  },
  'tests/server/operation/chaos.test.ts': {
    'go on at the other of two servers': [
      'tests/server/operation/approvalChaos.test.ts',
      'tests/server/operation/servers.test.ts',
    ],
  },
};
