/* Made by `make types` from src/sandtable/server/messages.py and http_types.py. Not to be edited. */

export type ClientMessage = (Join | Answer | Undo | Arrange | Rearrange | PlayOn | RollForMe | Resync | Ping | ShowTape | Ask)
export type ServerMessage = (Snapshot | Update | Accepted | RefusedView | Reply | Pong | Presence | Tapes | Trouble)

export interface Everything {
Accepted: Accepted
Act: Act
Answer: Answer
AnswerView: AnswerView
ArchiveView: ArchiveView
Arrange: Arrange
Ask: Ask
Balance: Balance
Band: Band
BarredView: BarredView
BattleRow: BattleRow
BattleView: BattleView
Beat: Beat
BookCard: BookCard
BookView: BookView
Briefing: Briefing
ChangedCell: ChangedCell
ClauseView: ClauseView
ClientMessage: ClientMessage
CommonScenarioView: CommonScenarioView
Consequence: Consequence
Counter: Counter
DecisionView: DecisionView
Dice: Dice
Drive: Drive
DriveView: DriveView
Effect: Effect
FacesView: FacesView
FactView: FactView
Fallen: Fallen
Fell: Fell
Field: Field
FieldView: FieldView
FieldedView: FieldedView
FigureView: FigureView
ForceView: ForceView
Foresee: Foresee
ForeseeView: ForeseeView
Foreseen: Foreseen
Fork: Fork
Health: Health
History: History
Join: Join
JointRow: JointRow
JointView: JointView
LeavesView: LeavesView
LedView: LedView
LessonCard: LessonCard
LessonView: LessonView
Lift: Lift
LiftView: LiftView
LikelyValue: LikelyValue
Line: Line
Look: Look
LookField: LookField
LookView: LookView
LossView: LossView
LuckRoll: LuckRoll
LuckSheet: LuckSheet
LuckView: LuckView
MapView: MapView
March: March
MarchView: MarchView
Marker: Marker
Measure: Measure
MeasureView: MeasureView
Modifier: Modifier
MomentView: MomentView
NewBattle: NewBattle
NextView: NextView
NobodysLuck: NobodysLuck
OneOfView: OneOfView
Opened: Opened
OptionView: OptionView
Outcome: Outcome
PieceView: PieceView
Ping: Ping
Plan: Plan
PlanView: PlanView
PlayOn: PlayOn
PointerView: PointerView
Pong: Pong
Pose: Pose
Presence: Presence
PresetView: PresetView
Prize: Prize
Problem: Problem
Promised: Promised
Promises: Promises
PromisesView: PromisesView
Put: Put
PutThrows: PutThrows
QuestionView: QuestionView
RankingView: RankingView
Ray: Ray
Reach: Reach
ReachView: ReachView
ReadyForceView: ReadyForceView
ReadyView: ReadyView
Rearrange: Rearrange
Refusal: Refusal
RefusedView: RefusedView
Rejoinder: Rejoinder
Reply: Reply
Result: Result
ResultView: ResultView
Resync: Resync
RollForMe: RollForMe
RollView: RollView
RulesView: RulesView
RulesetView: RulesetView
ScenarioView: ScenarioView
ScoredView: ScoredView
SeatView: SeatView
SeenField: SeenField
ServerMessage: ServerMessage
ShowTape: ShowTape
Shown: Shown
SideLuck: SideLuck
Sighting: Sighting
Snapshot: Snapshot
SomeOfView: SomeOfView
SplitView: SplitView
SpotView: SpotView
Spots: Spots
SpotsView: SpotsView
Step: Step
StepView: StepView
SummaryView: SummaryView
Survey: Survey
SurveyRow: SurveyRow
SurveyView: SurveyView
SwitchView: SwitchView
TableRowView: TableRowView
TableView: TableView
Tally: Tally
Tapes: Tapes
Trouble: Trouble
UmpireView: UmpireView
Undo: Undo
UnitCard: UnitCard
UnitView: UnitView
Update: Update
Verified: Verified
Waiting: Waiting
Walk: Walk
Weigh: Weigh
WeighView: WeighView
Weight: Weight
YesNoView: YesNoView
}
/**
 * An answer has been written down for good.
 */
export interface Accepted {
type: "accepted"
ref: string
version: number
}
/**
 * Something that is done: of which kind (one of `ACTS`), by whom, to whom, with what.
 * 
 *     `says` is the verb of the sentence `actor says targets`: `fires at`, `advances`. `trace` is one of `TRACES`. `at` is
 *     where it lands where no unit is aimed at. `quiet` acts are told in the log and not given time of their own.
 */
export interface Act {
kind: string
actor: (number | null)
says: string
targets?: number[]
weapon?: string
trace?: string
at?: ([number, number] | null)
quiet?: boolean
}
/**
 * The answer to the pending question of a version. Sent again with the same ref, it counts once.
 */
export interface Answer {
type: "answer"
ref: string
version: number
answer: unknown
}
/**
 * The answer: needed roll, modifiers with their clauses, exact fractions, expected numbers.
 * 
 *     `at_least` has, for outcomes that are numbers, how likely this or more is; `titles` are the outcomes in words. `rolls`
 *     are the rolls on the way with modifiers of their own. `joint` are
 *     outcomes together, as far as that was asked. Where something is `supposed`, such as `hits=2`, outcomes are told as they
 *     are then, and `likely` is how likely that was; the rolls are those of the whole procedure.
 */
export interface AnswerView {
needed: string
modifiers: Modifier[]
outcomes: {
[k: string]: {
[k: string]: string
}
}
expected: {
[k: string]: string
}
at_least: {
[k: string]: {
[k: string]: string
}
}
titles: {
[k: string]: string
}
rolls?: RollView[]
joint?: JointView[]
supposed?: string[]
likely?: string
}
/**
 * A number added to a roll, the reason in a player's words, and the clause it comes from.
 */
export interface Modifier {
value: number
why: string
clause: string
}
/**
 * A roll that may be met on the way: what it is, how many dice, what each needs and why, how likely it is thrown.
 * 
 *     Where nothing is needed, `needs` is how the dice are read. `chance` is that of each die, where each counts for itself.
 *     Where they are read together, `results` are what they may say, if that is little enough to be told. One that comes
 *     `again` may be thrown more than once, so many each time.
 */
export interface RollView {
step: string
side: number
dice: string
sides: number
needs: string
modifiers: Modifier[]
because: string[]
chance: string
thrown: string
read?: boolean
results?: ResultView[]
again?: boolean
}
/**
 * One thing that a throw may say, in words, and how likely it does.
 */
export interface ResultView {
words: string
chance: string
}
/**
 * Some outcomes together: every combination that may come about.
 */
export interface JointView {
names: string[]
rows: JointRow[]
}
/**
 * A value of each of some outcomes, and how likely they come together.
 */
export interface JointRow {
values: string[]
chance: string
}
/**
 * Where the rules lie that a browser can run itself; the address changes with what they say.
 */
export interface ArchiveView {
address: string
bytes: number
}
/**
 * Before the battle: set the rest of my units up for me, as a bot would.
 * 
 *     Where units stand that can still be moved, my last answer is left to me; asked for once more, it is given, and the battle
 *     begins.
 */
export interface Arrange {
type: "arrange"
ref: string
version: number
}
/**
 * A question about the table, which changes nothing.
 */
export interface Ask {
type: "ask"
ref: string
version: number
about: (Lift | Plan | Look | LookField | Reach | Promises | Measure | Survey | Foresee | Spots | Weigh)
}
/**
 * Before the battle: take a unit up that is set up already. The answer is the question that placed it.
 */
export interface Lift {
query: "lift"
unit: number
}
/**
 * A move being dragged: to where, by which waypoints, and whether one figure or the whole group goes.
 * 
 *     `draft` is the plan so far, as the last reply gave it; `turret` is the way that the turret of the one figure shall point.
 *     With `unit`, a unit that is set up already would be put elsewhere (`rearrange`).
 */
export interface Plan {
query: "plan"
/**
 * @minItems 2
 * @maxItems 2
 */
goal: [number, number]
/**
 * @maxItems 12
 */
via?: [number, number][]
figure?: (number | null)
face?: (number | null)
draft?: {
[k: string]: unknown
}
reverse?: boolean
look?: boolean
turret?: (number | null)
unit?: (number | null)
}
/**
 * What a unit sees from where it stands, or would stand at the end of a draft.
 */
export interface Look {
query: "look"
unit: number
draft?: {
[k: string]: unknown
}
rays?: boolean
}
/**
 * Which ground a unit sees.
 */
export interface LookField {
query: "field"
unit: number
draft?: {
[k: string]: unknown
}
}
/**
 * Where the unit that is asked to move could go.
 */
export interface Reach {
query: "reach"
}
/**
 * What is known at once of each option of the pending question.
 */
export interface Promises {
query: "promises"
}
/**
 * From one base or point to another, edge to edge, through waypoints.
 */
export interface Measure {
query: "measure"
/**
 * @minItems 2
 * @maxItems 12
 */
points: [number, number][]
first?: (number | null)
last?: (number | null)
}
/**
 * Distances and directions from a unit to all others, for the text mode.
 */
export interface Survey {
query: "survey"
unit: number
}
/**
 * What comes of answering the pending question so: the exact forecast of each of these options.
 */
export interface Foresee {
query: "foresee"
/**
 * @minItems 1
 * @maxItems 12
 */
options: string[]
}
/**
 * Where a unit of one's own could go with an ordinary move: spots to weigh, best asked a few at a time.
 */
export interface Spots {
query: "spots"
unit: number
}
/**
 * What a unit could do from each of these spots, and what could be done to it there.
 */
export interface Weigh {
query: "weigh"
unit: number
/**
 * @minItems 1
 * @maxItems 24
 */
spots: [number, number][]
}
/**
 * What both sides lose on average, in points, as seen from the one who asks.
 */
export interface Balance {
gain: number
loss: number
}
/**
 * A distance worth a ring around a unit: how far it goes or shoots.
 */
export interface Band {
label: string
reach: number
}
/**
 * Something that exists but cannot be chosen now, and why.
 */
export interface BarredView {
key: string
refusal: Refusal
label: string
unit: (number | null)
}
/**
 * Why something cannot be done.
 */
export interface Refusal {
why: string
because?: string[]
measured?: (number | null)
allowed?: (number | null)
remedy?: string
figures?: number[]
}
/**
 * A battle in the list. `turns` are those it is sure to have (0: not known), `scores` what everybody may know.
 * 
 *     `lesson` says that it is a lesson, or began as one.
 */
export interface BattleRow {
id: string
ruleset: string
scenario: string
title: string
lesson: boolean
/**
 * @minItems 2
 * @maxItems 2
 */
players: [SeatView, SeatView]
turn: number
turns: number
scores: ([number, number] | null)
answers: number
waiting: (number | null)
outcome: (Outcome | null)
begun: string
touched: string
parent: string
}
/**
 * Who plays a side. `online` says whether anybody is connected for it; for the kind `rules` the rulebook acts.
 */
export interface SeatView {
seat: number
side: string
nation: string
player: string
kind: ("bot" | "nobody" | "open" | "person" | "rules")
online: boolean
}
/**
 * How a battle ended: the seat that won (None for a draw), the score of each, and why.
 */
export interface Outcome {
winner: (number | null)
/**
 * @minItems 2
 * @maxItems 2
 */
scores: [number, number]
why: string
because: string[]
}
/**
 * What does not change during a battle.
 */
export interface BattleView {
id: string
ruleset: string
ruleset_title: string
prefix: string
scenario: string
title: string
about: string
commitment: string
own_dice: boolean
premeasure: boolean
options: {
[k: string]: unknown
}
parent: string
cards: UnitCard[]
/**
 * @minItems 2
 * @maxItems 2
 */
sides: [number, number]
briefing: Briefing
results: {
[k: string]: Result
}
season: ("autumn" | "desert" | "night" | "summer" | "winter")
changed?: ChangedCell[]
}
/**
 * A unit as it is listed: its name, the troop it is, its points, and facts worth printing.
 * 
 *     Where scenarios for several rulebooks list the troop, `represented` says how this one makes a unit of it.
 */
export interface UnitCard {
name: string
troop: string
points: number
facts: {
[k: string]: string
}
represented?: string
}
/**
 * What a player wants to know before the first order.
 * 
 *     `aims` are those of both sides, `short` the same in a line for the head of the screen; `scoring` says what counts how
 *     much, a line each, `length` when it ends. `turns` are played if nothing ends it sooner, `more` may follow.
 */
export interface Briefing {
/**
 * @minItems 2
 * @maxItems 2
 */
aims: [string, string]
/**
 * @minItems 2
 * @maxItems 2
 */
short: [string, string]
scoring?: string[]
length?: string
turns?: number
more?: number
}
/**
 * How a thing that matters is told on the table, in few words: one of it, several (`{}` is how many), and if it hurts.
 * 
 *     `grade` says how much time it is worth: 0 nothing to speak of, 1 a loss, 2 the end of a unit.
 */
export interface Result {
one: string
many?: string
harm?: boolean
grade?: number
}
/**
 * A cell that a battle plays otherwise.
 */
export interface ChangedCell {
name: string
value: unknown
printed: unknown
clauses: string[]
}
/**
 * One thing that happened: its line, if it has one, and whatever it changed on the table.
 * 
 *     `answers` is how many answers had been given before it, which is where a battle can be taken up again. Figures and
 *     units whose number the table does not have yet are new; `cards` are then those of all units that have joined. With an
 *     `act` something new begins to be done; where its dice were thrown before it could be told, `since` is the beat of the
 *     first of them. `came` is what came of it in this beat.
 */
export interface Beat {
beat: number
answers: number
line?: (Line | null)
figures?: FigureView[]
units?: UnitView[]
terrain?: (PieceView[] | null)
objectives?: ([number, number][] | null)
fallen?: Fallen[]
turn?: (number | null)
heading?: (string | null)
templates?: ([number, number][][] | null)
counters?: (Counter[] | null)
cards?: (UnitCard[] | null)
act?: (Act | null)
since?: (number | null)
came?: Consequence[]
tally?: (Tally | null)
briefing?: (Briefing | null)
}
/**
 * A line of the log. `beat` is its place in the battle; headings begin a turn or a phase.
 */
export interface Line {
beat: number
text: string
because: string[]
unit: (number | null)
figures: number[]
heading: boolean
dice: (Dice | null)
}
/**
 * A throw: which faces, what each needed if that is one number, and what came of it.
 * 
 *     In short, for a chain of throws: `what` it was for, without names, what a die must show (`need`), which dice did
 *     (`good`, where that is for each to say), and the modifiers that made it so (`note`).
 */
export interface Dice {
sides: number
faces: number[]
seat: number
needs: string
why: string
result: string
what?: string
need?: string
good?: boolean[]
note?: string
}
/**
 * One base. A disc has a radius; a hull has a length and a width. `at` is None off the table.
 */
export interface FigureView {
number: number
unit: number
role: string
at: ([number, number] | null)
bearing: number
radius: number
length: number
width: number
}
/**
 * A unit. `anchor` is where its label goes: at its leader, or where whatever holds it stands.
 * 
 *     `side` is whom it fights for, `seat` who answers for it: two players may share a side.
 */
export interface UnitView {
number: number
name: string
side: number
seat: number
figures: number[]
anchor: ([number, number] | null)
shown: Shown
}
/**
 * A unit as it is drawn and listed.
 * 
 *     `symbol`, one of `SYMBOLS`, says what it is at a glance, `standing` where it is in the book's words.
 *     `inside` is the piece of terrain, `aboard` the unit that holds it; its figures are then not on the table themselves.
 *     `poses` are of those of its figures that are not simply standing there.
 */
export interface Shown {
symbol: string
standing: string
in_play: boolean
strength: number
full_strength: number
markers: Marker[]
moves: Band[]
ranges: Band[]
inside: (number | null)
aboard: (number | null)
poses: Pose[]
}
/**
 * Something that lies beside a unit: an order die, pins, a token. `kind` decides how it is drawn.
 */
export interface Marker {
kind: string
label: string
count: number
}
/**
 * How one figure is, where that can be seen of it: lying, out of action, on fire, upstairs, fighting hand to hand.
 * 
 *     `words` say all of it; `locked` are the figures that it fights; `turret` is the bearing of a turret that does not point
 *     where its hull does; `marks` are the markers that lie beside the figure itself, `wounds` those it has lost. A figure of
 *     which nothing is to be said has none.
 */
export interface Pose {
figure: number
words: string
lying?: boolean
out?: boolean
burning?: boolean
storey?: number
locked?: number[]
turret?: (number | null)
marks?: number
wounds?: number
}
/**
 * A piece of terrain. `marks` is what has become of it: burning, burnt, smoke.
 */
export interface PieceView {
number: number
kind: string
title: string
outline: [number, number][]
closed: boolean
height: number
marks?: string[]
}
/**
 * Where a figure was taken off the table.
 */
export interface Fallen {
figure: number
side: number
/**
 * @minItems 2
 * @maxItems 2
 */
at: [number, number]
}
/**
 * Something that lies on the table by itself, face down or up, and is no figure: what it may hide nobody is told.
 * 
 *     `kind` decides how it is drawn; `side` is whose it is.
 */
export interface Counter {
/**
 * @minItems 2
 * @maxItems 2
 */
at: [number, number]
kind: string
label: string
side: number
}
/**
 * Something that came of an act: to whom, what (a key of the battle's `results`), how much or how.
 */
export interface Consequence {
unit: (number | null)
what: string
value: (number | string)
detail?: boolean
}
/**
 * How a battle stands: the score of both sides, in words too, and who would win if it ended now.
 * 
 *     `lead` is the difference that wins, 0 where points alone do not decide. `left` are the units of each side that may still
 *     act this turn and how many there are; `left_of` what they are counted in: so many `dice` left.
 */
export interface Tally {
/**
 * @minItems 2
 * @maxItems 2
 */
scores: [number, number]
words?: string
lead?: number
ahead?: (number | null)
prizes?: Prize[]
left?: ([[number, number], [number, number]] | null)
left_of?: string
}
/**
 * Something on the table that is worth points: a marker, a house, an edge to leave by.
 * 
 *     `outline` is its ground, where it has one; `holder` the side that has it now.
 */
export interface Prize {
/**
 * @minItems 2
 * @maxItems 2
 */
at: [number, number]
title: string
points?: number
holder?: (number | null)
outline?: [number, number][]
}
/**
 * A rulebook on the shelf: what is to be said of it before it is opened, and the emblem it is known by.
 */
export interface BookCard {
name: string
title: string
short_title: string
about: string
pitch: string
emblem: string
}
/**
 * A rulebook by name.
 */
export interface BookView {
name: string
title: string
}
/**
 * A clause in our words, its ruling and switch, and where it lives in the code.
 */
export interface ClauseView {
id: string
kind: string
where: string
says: string
ruling: string
option: string
example: string
not_implemented: string
code: string[]
tests: (number | null)
}
/**
 * The first message: the tokens of the seats this page plays (none: a spectator).
 */
export interface Join {
type: "join"
/**
 * @maxItems 2
 */
tokens?: string[]
}
/**
 * Take one's last answer back.
 */
export interface Undo {
type: "undo"
ref: string
version: number
}
/**
 * Before the battle: put a unit that is set up already elsewhere. `answer` is a plan made for that unit.
 */
export interface Rearrange {
type: "rearrange"
ref: string
version: number
unit: number
answer: unknown
}
/**
 * Leave a lesson, and play its battle on without guidance.
 */
export interface PlayOn {
type: "play-on"
ref: string
version: number
}
/**
 * Where players throw their own dice: let the server throw these.
 */
export interface RollForMe {
type: "roll"
ref: string
version: number
}
/**
 * A version was missed: send everything.
 */
export interface Resync {
type: "resync"
}
/**
 * Is anybody there?
 */
export interface Ping {
type: "ping"
sent: number
}
/**
 * Lay a measuring tape for everybody to see, or take it away.
 */
export interface ShowTape {
type: "tape"
/**
 * @maxItems 12
 */
points?: [number, number][]
}
/**
 * A scenario that belongs to no rulebook, and the books that fight it.
 */
export interface CommonScenarioView {
name: string
title: string
about: string
books: BookView[]
}
/**
 * A question as a page or a bot in another process gets it; `usual` is the answer most would give, if the book knows.
 */
export interface DecisionView {
seat: number
kind: string
prompt: string
because: string[]
unit: (number | null)
domain: (OneOfView | SomeOfView | RankingView | YesNoView | SplitView | SpotView | FacesView | MarchView | DriveView)
usual: {
[k: string]: unknown
}
}
/**
 * Choose one.
 */
export interface OneOfView {
type: "one-of"
options: OptionView[]
barred: BarredView[]
}
/**
 * Something that can be chosen, and what it is on the table: a unit, a figure, a point.
 */
export interface OptionView {
key: string
label: string
unit: (number | null)
figure: (number | null)
at: ([number, number] | null)
}
/**
 * Choose several.
 */
export interface SomeOfView {
type: "some-of"
options: OptionView[]
least: number
most: number
}
/**
 * Put into an order.
 */
export interface RankingView {
type: "ranking"
options: OptionView[]
}
/**
 * Say yes or no.
 */
export interface YesNoView {
type: "yes-no"
}
/**
 * Split an amount over slots: how much each takes at most by its key, and what each is.
 */
export interface SplitView {
type: "split"
amount: number
most: {
[k: string]: number
}
slots: OptionView[]
}
/**
 * Pick a point of the table: one that is legal, and how far the rest can be told beforehand.
 * 
 *     `box` (left, upper, right, lower) holds all legal points; so does the ring of `nearest` to `farthest` around `around`;
 *     none of them lies within `apart` of the points `clear_of`. A point that keeps to all this may still be refused.
 *     `lays` is a template that comes to lie around the point: how wide its square is, and the point it is squared to.
 */
export interface SpotView {
type: "spot"
/**
 * @minItems 2
 * @maxItems 2
 */
example: [number, number]
box?: ([number, number, number, number] | null)
around?: ([number, number] | null)
nearest?: number
farthest?: (number | null)
clear_of?: [number, number][]
apart?: number
lays?: ([number, number, number] | null)
}
/**
 * Throw dice and say what they show.
 */
export interface FacesView {
type: "faces"
dice: number
sides: number
}
/**
 * Move figures on foot, bring them on, or set them up. Where each `turns`, one figure may be faced by itself.
 */
export interface MarchView {
type: "march"
figures: number[]
budget: number
link: number
manner: string
entry: number[][]
zone: number[][]
must_close_up: boolean
may_face: boolean
turns?: boolean
}
/**
 * Drive a vehicle.
 */
export interface DriveView {
type: "drive"
figure: number
entry: (number[] | null)
budget?: number
}
/**
 * How a hull is driven: legs of (turn in tenths of a degree, distance; astern below zero).
 * 
 *     `start` is where it appears, for one that comes onto the table.
 */
export interface Drive {
legs?: [number, number][]
start?: ([number, number, number] | null)
}
/**
 * One thing that may change: of whom, what, what to expect, and every value with its chance, in rising order.
 */
export interface Effect {
unit: (number | null)
name: string
side: (number | null)
what: string
expected: string
chances: LikelyValue[]
one?: string
main?: boolean
}
/**
 * A value that something can take, how likely it is, and how likely this or more; exact fractions such as `5/36`.
 * 
 *     Where a forecast is an estimate, both are shares of its trials. `at_least` is empty where values are not numbers.
 */
export interface LikelyValue {
value: string
chance: string
at_least?: string
}
/**
 * What an umpire's list keeps of a unit; a marker is laid beside it on the table.
 */
export interface FactView {
name: string
title: string
type: ("choice" | "integer" | "number" | "text" | "yes-no")
choices: (string[] | null)
labels: (string[] | null)
default: unknown
least: (number | null)
most: (number | null)
marker: boolean
}
/**
 * How often something came, and how often it was to be expected.
 */
export interface Fell {
what: string
came: number
expected: string
}
/**
 * Which ground is seen, square by square, row by row from the upper left: 0 not, 1 in cover, 2 in the open.
 */
export interface Field {
cell: number
columns: number
rows: number
cells: string
}
/**
 * An input of a question, as a page or a command shows it.
 * 
 *     `role` says whose fact it is, `fact` which of the facts an umpire keeps of a unit.
 */
export interface FieldView {
name: string
title: string
type: ("choice" | "integer" | "number" | "text" | "yes-no")
choices: (string[] | null)
labels: (string[] | null)
default: unknown
least: (number | null)
most: (number | null)
about: string
role: string
fact: string
}
/**
 * A unit as a book represents a troop: its card, how many figures it is, and what it is at a glance.
 */
export interface FieldedView {
card: UnitCard
figures: number
symbol: string
}
/**
 * One side of a scenario, with the cards of its units.
 */
export interface ForceView {
name: string
nation: string
points: number
cards: UnitCard[]
symbols: string[]
}
/**
 * What is foreseen of each option, by key; options of which nothing can be said are left out.
 */
export interface ForeseeView {
query: "foresee"
foreseen: {
[k: string]: Foreseen
}
}
/**
 * The forecast of one answer.
 * 
 *     `trials` is 0 where it is exact; otherwise it is an estimate from so many trials, and a chance is true within
 *     `margin` (in hundredths of a per cent) nineteen times of twenty. `assumes` says who answers the questions on the way.
 *     `rolls` are those on the way, in order, each with the chance that it is thrown at all.
 */
export interface Foreseen {
effects: Effect[]
balance: Balance
replies: Rejoinder[]
assumes: string
trials?: number
margin?: number
note?: string
rolls?: RollView[]
}
/**
 * What comes of it if the other side, asked `Pak 36 is shot at by Sherman: go Down?`, says `Stay up`.
 */
export interface Rejoinder {
asked: string
said: string
usual: boolean
effects: Effect[]
balance: Balance
}
/**
 * Go on from a moment of a battle as a new one.
 */
export interface Fork {
beat: number
/**
 * @minItems 2
 * @maxItems 2
 */
players?: [("link" | "me" | "random" | "rookie" | "screen"), ("link" | "me" | "random" | "rookie" | "screen")]
same_dice?: boolean
/**
 * @maxItems 2
 */
tokens?: string[]
}
/**
 * That the server is up, and which one; `addresses` are those that others can open, the best first.
 */
export interface Health {
name: string
version: string
protocol: number
addresses?: string[]
}
/**
 * A battle as far as it has gone, for replaying: the table at its beginning, and every beat since.
 */
export interface History {
battle: BattleView
/**
 * @minItems 2
 * @maxItems 2
 */
players: [SeatView, SeatView]
start: TableView
beats: Beat[]
outcome: (Outcome | null)
may_fork: string
may_download: string
}
/**
 * Everything a seat may see of the table. `cards` are those of the units that joined since the battle began.
 */
export interface TableView {
width: number
depth: number
terrain: PieceView[]
figures: FigureView[]
units: UnitView[]
objectives: [number, number][]
fallen: Fallen[]
turn: number
heading: string
templates?: [number, number][][]
counters?: Counter[]
cards?: UnitCard[]
tally?: (Tally | null)
briefing?: (Briefing | null)
}
/**
 * What a result does to a unit: casualties subtract from its men, pins add to its pins, destroyed is set.
 */
export interface LeavesView {
outcome: string
role: string
fact: string
how: ("add" | "set" | "subtract")
}
/**
 * How far a procedure has got: the throws made, and either the next one or what came of it all.
 */
export interface LedView {
steps: StepView[]
next: (NextView | null)
found: ({
[k: string]: string
} | null)
}
/**
 * A throw that has been made, and what it said.
 */
export interface StepView {
why: string
dice: number
sides: number
needs: string
because: string[]
faces: number[]
said: string
}
/**
 * The throw to make now, and how likely everything is that it may say.
 */
export interface NextView {
why: string
dice: number
sides: number
needs: string
because: string[]
chances: LikelyValue[]
}
/**
 * A guided first battle, begun like a scenario of its name: what it is called, and what its chapters teach.
 */
export interface LessonCard {
name: string
title: string
about: string
minutes: number
chapters: string[]
map: MapView
}
/**
 * A table before anybody is on it.
 */
export interface MapView {
name: string
width: number
depth: number
terrain: PieceView[]
objectives: [number, number][]
}
/**
 * Where a lesson stands: its step, what is said of it, where to look, and what is to be done.
 * 
 *     `notes` are read one after another before the step is done; `wants` says what to do, in a few words. `chapters` are the
 *     headings of the whole lesson, `chapter` the one of this step. `over` is the last step of all: from there on it is an
 *     ordinary battle.
 */
export interface LessonView {
title: string
step: number
steps: number
chapters: string[]
chapter: number
notes: string[]
wants?: string
pointer?: (PointerView | null)
over?: boolean
}
/**
 * Where a lesson points: at a unit, a place with a radius, an option of the question, a part of the page.
 * 
 *     `option` is "yes" or "no" for such questions, and "stay" for a move that is none; `options` are there where the answer
 *     is more than one of them.
 */
export interface PointerView {
unit?: (number | null)
at?: ([number, number] | null)
radius?: number
option?: string
options?: string[]
part?: string
}
/**
 * The question that placed a unit, to be answered otherwise.
 */
export interface LiftView {
query: "lift"
unit: number
decision: DecisionView
}
/**
 * What a unit sees.
 */
export interface LookView {
query: "look"
unit: number
sightings: Sighting[]
}
/**
 * What a unit makes of an enemy from where it stands or would stand.
 * 
 *     `distance` is None where the table does not measure before declaring.
 */
export interface Sighting {
unit: number
seen: number
models: number
cover: string
distance: (number | null)
bearing: number
blocked_by: string
why: string
because: string[]
rays: Ray[]
}
/**
 * A line of sight: where it begins and ends, how it fares (clear, covered, cut), and what meets it where.
 */
export interface Ray {
/**
 * @minItems 2
 * @maxItems 2
 */
start: [number, number]
/**
 * @minItems 2
 * @maxItems 2
 */
end: [number, number]
fate: string
cut_at: ([number, number] | null)
by: string
}
/**
 * What a unit has lost: how many of how many are left, and what has become of it where it is gone.
 */
export interface LossView {
unit: number
name: string
side: number
symbol: string
left: number
full: number
gone: string
}
/**
 * One roll. Chances and what was expected are exact fractions such as `5/36`; empty where there is no such thing.
 * 
 *     `beat` is its place in the battle. `seat` is None for rolls that are nobody's luck. `fortune` is the chance of
 *     something worse less the chance of something better, `swing` what it was worth in points; both for whoever threw.
 */
export interface LuckRoll {
beat: number
turn: number
seat: (number | null)
why: string
because: string[]
dice: string
sides: number
faces: number[]
needs: string
came: string
expected: string
chance: string
or_better: string
or_worse: string
fortune: (number | null)
swing: (number | null)
}
/**
 * The rolls of a battle in order, both sides, and apart from them what is nobody's luck.
 * 
 *     Swings are known only of battles that are over; `assumes` says who answers the questions that a roll leads to.
 */
export interface LuckSheet {
rolls: LuckRoll[]
/**
 * @minItems 2
 * @maxItems 2
 */
sides: [SideLuck, SideLuck]
nobody: NobodysLuck[]
swings: ("known" | "none")
assumes: string
}
/**
 * What the rolls of one side add up to.
 * 
 *     `counted` dice were thrown for successes: so many were `expected` and so many `came`. `score` is how many standard
 *     deviations that is from the mean, `fortune_score` the same of the fortune of all throws. `best` and `worst` are beats.
 */
export interface SideLuck {
seat: number
throws: number
dice: number
counted: number
expected: string
came: number
score: (number | null)
fortune: number
fortune_score: (number | null)
swing: (number | null)
best: (number | null)
worst: (number | null)
}
/**
 * Rolls of one kind that are nobody's: whose order die is drawn, whether another turn is played.
 */
export interface NobodysLuck {
why: string
throws: number
fell: Fell[]
}
/**
 * The luck sheet of a battle: the whole of it, or while it goes on what the asker was told.
 */
export interface LuckView {
whole: boolean
sheet: LuckSheet
}
/**
 * The paths of a group, and which way it faces at the end (None: the way each figure went).
 */
export interface March {
walks: Walk[]
face?: (number | null)
}
/**
 * The path of one figure: where it starts, where it bends, where it ends.
 * 
 *     Where bases are turned one by one, `face` is the way this one faces at the end, and `turret` the way its turret does.
 */
export interface Walk {
figure: number
points: [number, number][]
face?: (number | null)
turret?: (number | null)
}
/**
 * How far it is; None where the table does not measure before declaring.
 */
export interface MeasureView {
query: "measure"
inches: (number | null)
why: string
}
/**
 * A moment worth going back to: what happened, what it was worth in points to seat 0, and how likely it was.
 * 
 *     `chance` is a number of per cent as people say it, of something as good (or of a bad throw, as bad); empty where
 *     several throws had a part in it. `seat` is whose throw it was, or whose deed.
 */
export interface MomentView {
beat: number
turn: number
text: string
unit?: (number | null)
swing?: number
chance?: string
seat?: (number | null)
}
/**
 * A battle to begin: who plays which side. `me` and `screen` sit at this page, `link` gets an invitation.
 * 
 *     With `placed` both sides have been set up already, as bots would, and the first question is one of the battle.
 *     Where it is `watched`, bots wait until somebody has come in to see them from their first order on.
 */
export interface NewBattle {
ruleset: string
scenario: string
/**
 * @minItems 2
 * @maxItems 2
 */
players?: [("link" | "me" | "random" | "rookie" | "screen"), ("link" | "me" | "random" | "rookie" | "screen")]
names?: ([string, string] | null)
options?: {
[k: string]: unknown
}
own_dice?: boolean
seed?: (number | null)
contribution?: string
placed?: boolean
watched?: boolean
}
/**
 * A battle that has begun: the tokens of the seats that the asker may hand out or sit on himself.
 */
export interface Opened {
id: string
tokens: {
[k: string]: string
}
}
/**
 * A move as it would be. `draft` is to be sent as the answer; it is legal unless `refusal` says why not.
 * 
 *     Where the goal itself is out of reach, the draft goes as far as it may and `beyond` says why no farther.
 */
export interface PlanView {
query: "plan"
draft: unknown
steps: Step[]
budget: number
used: number
refusal: (Refusal | null)
beyond: (Refusal | null)
slow: number[]
sightings: Sighting[]
}
/**
 * How one figure would go: its path, how far that is, where it would face, and its turret if it is told.
 */
export interface Step {
figure: number
path: [number, number][]
bearing: number
used: number
poses: [number, number, number][]
turret: (number | null)
}
/**
 * Somebody is there.
 */
export interface Pong {
type: "pong"
sent: number
version: number
}
/**
 * Somebody came or went, or a seat was taken.
 */
export interface Presence {
type: "presence"
/**
 * @minItems 2
 * @maxItems 2
 */
players: [SeatView, SeatView]
}
/**
 * A unit of the catalogue with the facts it begins with.
 */
export interface PresetView {
name: string
facts: {
[k: string]: unknown
}
}
/**
 * What was wrong with a request.
 */
export interface Problem {
code: string
reason: string
}
/**
 * What is to be known of an answer besides its dice, which a forecast finds out by playing them.
 * 
 *     `says` is its sense in a few words, and `gives` its one number where no forecast knows a better one: `24"`, `-1 to hit`.
 *     `known` are measures by name, such as a distance. `note` is to be minded; `vain` says why it would come to nothing.
 */
export interface Promised {
says: string
gives: string
known: {
[k: string]: string
}
note: string
vain: string
because: string[]
}
/**
 * What is known of the options at once, by key: what the book says of them, and the roll that each sets off first.
 */
export interface PromisesView {
query: "promises"
promises: {
[k: string]: Promised
}
rolls: {
[k: string]: RollView
}
}
/**
 * A question as it is put: the situation, and the switches that this table plays with.
 * 
 *     `joint` are outcomes that are to be told together, `supposed` what is taken as known of them: `hits=2`, `lost>=1`.
 */
export interface Put {
given?: {
[k: string]: unknown
}
options?: {
[k: string]: unknown
}
/**
 * @maxItems 4
 */
joint?: string[][]
/**
 * @maxItems 20
 */
supposed?: string[]
}
/**
 * The same with the dice thrown so far.
 */
export interface PutThrows {
given?: {
[k: string]: unknown
}
options?: {
[k: string]: unknown
}
/**
 * @maxItems 400
 */
throws?: number[][]
}
/**
 * A question as a page or a command lists it.
 */
export interface QuestionView {
name: string
title: string
group: string
about: string
clauses: string[]
fields: FieldView[]
leaves: LeavesView[]
}
/**
 * The outline of where it could go, around where it stands.
 */
export interface ReachView {
query: "reach"
outline: [number, number][]
bands: number[]
}
/**
 * One side of a scenario as a book represents it.
 */
export interface ReadyForceView {
name: string
nation: string
points: number
units: FieldedView[]
}
/**
 * A scenario under a book when both sides stand ready, with nobody's secrets kept: no battle is fought there.
 * 
 *     `came_on` says that a side begins off the table, so that the first turn has been played to bring it on.
 */
export interface ReadyView {
ruleset: string
title: string
scenario: string
came_on: boolean
table: TableView
/**
 * @minItems 2
 * @maxItems 2
 */
forces: [ReadyForceView, ReadyForceView]
}
/**
 * An answer or question that was not taken, and why. Nothing has changed.
 */
export interface RefusedView {
type: "refused"
ref: string
refusal: Refusal
stale: boolean
}
/**
 * The answer to a question about the table.
 */
export interface Reply {
type: "reply"
ref: string
version: number
about: (PlanView | LiftView | LookView | SeenField | ReachView | PromisesView | MeasureView | SurveyView | ForeseeView | SpotsView | WeighView)
}
/**
 * Which ground it sees.
 */
export interface SeenField {
query: "field"
unit: number
field: Field
}
/**
 * All units as seen from one.
 */
export interface SurveyView {
query: "survey"
unit: number
rows: SurveyRow[]
}
/**
 * One unit as seen from another: how far, in which direction, whether in sight.
 */
export interface SurveyRow {
unit: number
distance: (number | null)
bearing: (number | null)
seen: boolean
cover: string
}
/**
 * The middles of squares of this size that a unit's leader can reach, nearest first.
 */
export interface SpotsView {
query: "spots"
unit: number
cell: number
spots: [number, number][]
}
/**
 * Spots weighed, in the order asked.
 */
export interface WeighView {
query: "weigh"
unit: number
weights: Weight[]
}
/**
 * A spot weighed: points that my best shot takes on average and at whom, and points that theirs takes and whose.
 * 
 *     `stands` is where the leader would come to stand; None, with no other numbers, where the unit finds no room there.
 */
export interface Weight {
/**
 * @minItems 2
 * @maxItems 2
 */
spot: [number, number]
stands: ([number, number] | null)
mine?: number
at?: (number | null)
theirs?: number
by?: (number | null)
}
/**
 * All a reader wants of a rulebook: clauses, switches, tables, cards.
 */
export interface RulesView {
name: string
title: string
version: number
history: {
[k: string]: string
}
clauses: ClauseView[]
switches: SwitchView[]
tables: TableRowView[]
cards: UnitCard[]
}
/**
 * A switch of a rulebook: which values it takes, which is the default, and the clauses that it belongs to.
 */
export interface SwitchView {
name: string
type: ("choice" | "number" | "text" | "whole number" | "yes-no")
choices: string[]
least: (number | null)
most: (number | null)
default: unknown
clauses: string[]
}
/**
 * A printed table of the rulebook.
 */
export interface TableRowView {
name: string
columns: string[]
rows: string[][]
}
/**
 * A rulebook to choose. `page_options` are the switches that a battle on this page begins with.
 */
export interface RulesetView {
name: string
title: string
about: string
prefix: string
version: number
clauses: number
implemented: number
scenarios: ScenarioView[]
switches: SwitchView[]
page_options: {
[k: string]: unknown
}
bots: string[]
lesson: (LessonCard | null)
}
/**
 * A scenario to choose. `plays_itself` are the seats that nobody plays: the rules act for them.
 * 
 *     `short` ones are over in about ten minutes, and begin with everybody in place; `minutes` is how long a battle takes two
 *     people, `difficulty` how much of the book one has to know. `season` is how the ground looks.
 */
export interface ScenarioView {
name: string
title: string
about: string
map: MapView
/**
 * @minItems 2
 * @maxItems 2
 */
forces: [ForceView, ForceView]
plays_itself: number[]
briefing: Briefing
short: boolean
minutes: number
difficulty: ("easy" | "hard" | "middling")
season: ("autumn" | "desert" | "night" | "summer" | "winter")
}
/**
 * A moment at which the score changed: in whose favour, what for, by whom, and how it stood then.
 */
export interface ScoredView {
beat: number
turn: number
seat: number
text: string
unit: (number | null)
by: (number | null)
/**
 * @minItems 2
 * @maxItems 2
 */
scores: [number, number]
}
/**
 * Everything, on joining and after a gap. `lines` are the last ones; older ones are fetched.
 * 
 *     `undo_why` says why one's last answer cannot be taken back, `may_arrange` that the rest of one's units can be set up for
 *     one, `begins` that only the last answer before the battle is left, `movable` which units can still be put elsewhere.
 *     `lesson` is where a lesson stands, if the battle is one.
 */
export interface Snapshot {
type: "snapshot"
version: number
protocol: number
seats: number[]
battle: BattleView
/**
 * @minItems 2
 * @maxItems 2
 */
players: [SeatView, SeatView]
table: TableView
lines: Line[]
beat: number
decision: (DecisionView | null)
waiting: (Waiting | null)
undo: boolean
outcome: (Outcome | null)
tapes: [number, number][][]
undo_why?: string
may_arrange?: boolean
begins?: boolean
movable?: number[]
lesson?: (LessonView | null)
}
/**
 * Whom the battle waits for, as far as everybody may know.
 */
export interface Waiting {
seat: number
kind: string
}
/**
 * What happened between two versions, beat by beat. `base` is the version it follows.
 */
export interface Update {
type: "update"
version: number
base: number
beats: Beat[]
decision: (DecisionView | null)
waiting: (Waiting | null)
undo: boolean
outcome: (Outcome | null)
undo_why?: string
may_arrange?: boolean
begins?: boolean
movable?: number[]
lesson?: (LessonView | null)
}
/**
 * The measuring tapes that lie on the table for all to see, by seat.
 */
export interface Tapes {
type: "tapes"
tapes: [number, number][][]
}
/**
 * A message that could not be understood or allowed; the connection stays unless `fatal`.
 */
export interface Trouble {
type: "trouble"
code: string
reason: string
fatal: boolean
}
/**
 * A battle that is over, told in short.
 * 
 *     `curve` has, moment by moment, the turn and the value that seat 0 is ahead by, in `curve_of`: what was destroyed of each
 *     side. `turning` is its largest step. `best` and `worst` are throws: of the asker's side, where he has one.
 */
export interface SummaryView {
scored: ScoredView[]
scoring: string[]
losses: LossView[]
curve: [number, number, number][]
curve_of: string
turning: (MomentView | null)
best: (MomentView | null)
worst: (MomentView | null)
turns: number
}
/**
 * All an umpire wants of a rulebook: its questions, what a list keeps of each unit, and units to choose from.
 */
export interface UmpireView {
ruleset: string
title: string
prefix: string
version: number
questions: QuestionView[]
facts: FactView[]
presets: PresetView[]
switches: SwitchView[]
}
/**
 * Whether a record holds what it claims, and what was proved.
 */
export interface Verified {
good: boolean
said: string
answers: number
throws: number
digest: string
}
