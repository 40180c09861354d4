// Where everything stands in the machine's picture. It is laid out by hand: the way of most orders is the straight line from
// idle to closing, what interrupts it lies above and below, and only one pair of arrows crosses another.

/** The picture's own units; it is scaled as a whole. */
export const WIDTH = 1000;
export const HEIGHT = 670;

/** The states that share the rows of every active state stand in this frame. */
export const ACTIVE = { x: 190, y: 14, width: 796, height: 600, label: [250, 41] };

/** Middle and size of each state's box; `loop` is the corner at which the arrow to itself is drawn. */
export const STATES = {
  idle: { x: 76, y: 345, width: 116, height: 88, loop: [-1, -1] },
  ordering: { x: 300, y: 345, width: 150, height: 88, loop: [-1, 1] },
  thinking: { x: 500, y: 160, width: 150, height: 88, loop: [1, -1] },
  clarifying: { x: 500, y: 530, width: 150, height: 88, loop: [-1, 1] },
  confirming: { x: 700, y: 345, width: 150, height: 88, loop: [1, 1] },
  closing: { x: 895, y: 345, width: 148, height: 88, loop: [1, -1] },
};

/** Each arrow's line, where the names of its rows begin or end, and how many of them stand side by side. */
export const ARROWS = {
  "idle>ordering": { line: "M134 345 H219", at: [162, 334], anchor: "middle", columns: 1 },
  "active>idle": { line: "M190 232 C120 232 76 248 76 295", at: [138, 221], anchor: "middle", columns: 2 },
  "ordering>confirming": { line: "M375 333 H619", at: [402, 323], anchor: "middle", columns: 2 },
  "confirming>ordering": { line: "M625 357 H381", at: [598, 377], anchor: "middle", columns: 2 },
  "confirming>closing": { line: "M775 345 H815", at: [796, 334], anchor: "middle", columns: 1 },
  "ordering>thinking": { line: "M304 301 C308 222 350 166 419 160", at: [338, 200], anchor: "end", columns: 2 },
  "thinking>ordering": { line: "M440 204 C430 252 396 276 362 297", at: [392, 246], anchor: "end", columns: 1 },
  "ordering>clarifying": { line: "M304 389 C308 468 350 524 419 530", at: [310, 440], anchor: "end", columns: 3 },
  "clarifying>ordering": { line: "M440 486 C430 438 396 414 362 393", at: [424, 412], anchor: "start", columns: 1 },
  "thinking>clarifying": { line: "M510 204 V480", at: [520, 404], anchor: "start", columns: 2 },
  "clarifying>thinking": { line: "M490 486 V210", at: [482, 274], anchor: "end", columns: 2 },
  "thinking>confirming": { line: "M575 160 C650 166 692 222 696 295", at: [676, 200], anchor: "start", columns: 2 },
  "confirming>thinking": { line: "M638 301 C604 276 570 252 561 210", at: [610, 246], anchor: "start", columns: 1 },
  "confirming>clarifying": { line: "M696 389 C692 462 650 504 581 508", at: [702, 412], anchor: "start", columns: 1 },
  "clarifying>confirming": { line: "M560 486 C570 438 604 414 638 393", at: [606, 448], anchor: "start", columns: 1 },
  "closing>clarifying": { line: "M862 389 C850 486 720 528 581 530", at: [832, 420], anchor: "end", columns: 2 },
  "clarifying>closing": { line: "M575 554 C740 566 878 524 892 395", at: [806, 536], anchor: "start", columns: 3 },
  "closing>ordering": { line: "M885 301 V130 Q885 72 827 72 H320 Q262 72 262 130 V295", at: [760, 91], anchor: "middle", columns: 4 },
  "closing>idle": { line: "M930 389 V618 Q930 650 898 650 H90 Q58 650 58 618 V395", at: [560, 641], anchor: "middle", columns: 4 },
  "clarifying>idle": { line: "M425 556 C250 572 96 548 92 395", at: [252, 551], anchor: "middle", columns: 4 },
};

/** A line for an arrow that has no place of its own yet, so that a new row of the table is never left out. */
export function straight(from, to) {
  const [a, b] = [STATES[from], STATES[to]];
  if (!a || !b) return null;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const edge = ({ width, height }) =>
    Math.min(dx ? (width / 2 + 6) / Math.abs(dx) : 1, dy ? (height / 2 + 6) / Math.abs(dy) : 1);
  const [out, into] = [edge(a), 1 - edge(b)];
  return {
    line: `M${a.x + dx * out} ${a.y + dy * out} L${a.x + dx * into} ${a.y + dy * into}`,
    at: [a.x + dx / 2, a.y + dy / 2],
    anchor: "middle",
    columns: 2,
  };
}

/** How wide the loop of a state's arrow to itself is. */
const LOOP_RADIUS = 15;

/** The arrow from a state to itself, round one corner of its box: from the top or bottom edge to the side. */
export function loop({ x, y, width, height, loop: [right, down] }) {
  const [cornerX, cornerY] = [x + (right * width) / 2, y + (down * height) / 2];
  const sweep = right * down < 0 ? 1 : 0;
  const end = [cornerX + right * 5, cornerY - down * LOOP_RADIUS];
  return `M${cornerX - right * LOOP_RADIUS} ${cornerY} A${LOOP_RADIUS} ${LOOP_RADIUS} 0 1 ${sweep} ${end}`;
}
