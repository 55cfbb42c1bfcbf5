// The chart of CPU per request as a multiple of the floor, with a group of bars per size. Plain SVG, readable in light and
// dark mode.
import type { Cost } from '../measure/cost.ts';
import type { ServerName } from '../servers/servers.ts';
import { costSizes, titles } from './cost-table.ts';
import { cpuRatio } from './figures.ts';

const shownServers = ['floor', 'service', 'strong', 'usual'] as const satisfies readonly ServerName[];

const width = 720;
const label = 150;
const bar = 18;
const gap = 5;
const groupGap = 40;
const top = 44;

const style = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px }
  .size { font-weight: 600 }
  .floor { fill: #8c959f } .service { fill: #0969da } .strong { fill: #bf8700 } .usual { fill: #cf222e }
  .spread { stroke: #24292f; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .floor { fill: #6e7681 } .service { fill: #58a6ff } .strong { fill: #d29922 } .usual { fill: #f85149 }
    .spread { stroke: #e6edf3 }
  }`;

const groupHeight = shownServers.length * (bar + gap) + groupGap;

export const chart = (runs: readonly (readonly Cost[])[]): string => {
  const group = (size: string, index: number): string => {
    const ratios = shownServers.flatMap(server => {
      const ratio = cpuRatio(runs, { server, to: 'floor', size });
      return ratio === undefined ? [] : [{ server, ratio }];
    });
    const most = Math.max(...ratios.map(({ ratio }) => ratio.most));
    const scale = (width - label - 70) / most;
    const y = top + index * groupHeight;
    const bars = ratios.map(({ server, ratio: { middle, least, most: largest } }, row) => {
      const at = y + 22 + row * (bar + gap);
      const centre = at + bar / 2;
      const end = label + Math.max(middle, largest) * scale;
      return [
        `<text x="${label - 8}" y="${at + 14}" text-anchor="end">${titles[server]}</text>`,
        `<rect class="${server}" x="${label}" y="${at}" width="${(middle * scale).toFixed(1)}" height="${bar}" rx="2"/>`,
        `<path class="spread" d="M${(label + least * scale).toFixed(1)} ${centre}H${(label + largest * scale).toFixed(1)}"/>`,
        `<text x="${(end + 6).toFixed(1)}" y="${at + 14}">${middle.toFixed(1)} ×</text>`,
      ].join('\n');
    });
    return `<text class="size" x="8" y="${y + 12}">${size} of XML</text>\n${bars.join('\n')}`;
  };
  const height = top + costSizes.length * groupHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>CPU of a request, as a multiple of the floor</title>',
    `<style>${style}\n</style>`,
    '<text class="title" x="8" y="20">CPU of a request, as a multiple of the floor (less is better)</text>',
    ...costSizes.map(group),
    '</svg>\n',
  ].join('\n');
};
