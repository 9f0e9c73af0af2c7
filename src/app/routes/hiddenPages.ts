/**
 * A page that is opened from a QR code or a link on a phone (FR-008…027). It has no menu entry and is shown without the
 * layout: without menu, header and tabs.
 */
export interface HiddenPage {
  path: string;
  screenKey: string;
  title: string;
}

const hiddenPage = (path: string, name: string, title: string): HiddenPage => ({
  path,
  screenKey: `platform/hidden/${name}`,
  title,
});

/** FR-012 and FR-019…022 are previews and are defined in fixedRoutes.ts. */
export const HIDDEN_PAGES: readonly HiddenPage[] = [
  hiddenPage('/testRoomCode', 'testRoomCode', '检测室二维码'),
  hiddenPage('/deviceCode', 'deviceCode', '设备二维码'),
  hiddenPage('/acceptCode', 'acceptCode', '上传验收凭证'),
  hiddenPage('/submit', 'submit', '提交成功'),
  hiddenPage('/commonUpload', 'commonUpload', '上传附件'),
  hiddenPage('/entrustManagement/checkReport', 'checkReport', '委托报告'),
  hiddenPage('/winning/entrustList', 'entrustList', '委托列表'),
  hiddenPage('/HR/personnelFilesByQRCode', 'personnelFiles', '人事档案'),
  hiddenPage('/winning/satisfactionSurvey', 'satisfactionSurvey', '客户满意度调查'),
  hiddenPage('/winning/satisfactionSurveyNew', 'satisfactionSurveyNew', '客户满意度调查'),
  hiddenPage('/sampleCardH5', 'sampleCardH5', '样品标识卡'),
  hiddenPage('/elevatorTaskDetail', 'elevatorTaskDetail', '电梯检验记录'),
  hiddenPage('/elevatorReportPreparation', 'elevatorReportPreparation', '电梯检验报告'),
  hiddenPage('/elevatorCraneTaskDetail', 'elevatorCraneTaskDetail', '起重机检验记录'),
  hiddenPage('/reportPreparationDetails', 'reportPreparationDetails', '起重机检验报告'),
];
