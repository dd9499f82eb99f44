package draw

// symbols are the drawings that make up the map and its pieces, each centred
// on 0,0. The class of a part says what it is made of; map.css says what that
// looks like.
const symbols = `` +
	// the land
	`<g id="tree0"><path class="m-shade" d="M1 0h6l-4-2z"/><path class="m-leaf" d="M-4-3a3 3 0 0 1 1-5 3.4 3.4 0 0 1 6 0 3 3 0 0 1 1 5z"/><path class="m-fine" d="M0 0v-5M1-3q2 0 3-2M1-5q1-1 1-3"/></g>` +
	`<g id="tree1"><path class="m-shade" d="M1 0h5l-3-2z"/><path class="m-leaf" d="M-3-2q-1-5 3-8 4 3 3 8z"/><path class="m-fine" d="M0 0v-6M1-3l2-1M1-5l1.5-1"/></g>` +
	`<g id="tree2"><path class="m-shade" d="M1 0h5l-3-2z"/><path class="m-leaf m-fir" d="M0-11l2 4h-1l2.5 4h-7l2.5-4h-1z"/><path class="m-fine" d="M0 0v-3M1-4h1.500M1-7h1"/></g>` +
	// towns
	town +
	`<g id="town1"><path class="m-wall" d="M-28 16V5h10V-4h8v20z"/><path class="m-wall" d="M-10 16V2l8-5 8 5v14zM6 16V6h9v10zM15 16V1l6-5 7 5v15z"/>` +
	`<path class="m-roof" d="M-30 6l4-6h8v6zM-20-3l6-14 6 14zM-12 3l10-7 10 7zM5 7l3-4h7v4zM13 2l8-7 9 7z"/><path class="m-ink" d="M-14-17v-4M-15.5-19.500h3M-14 0v4M-5 16v-7h5v7M-24 9v3M-6 5h2M1 5h2M19 5h2M23 5h2M20 16v-6h3v6M10 10v3M-32 16h64"/></g>` +
	`<g id="town2"><path class="m-wall" d="M-26 16V0l5-4 5 4v16zM-16 16V6h11v10z"/><path class="m-wall" d="M-5 16V-8h9v24zM4 16V3h11v13z"/><path class="m-wall" d="M15 16V6l6-5 6 5v10z"/>` +
	`<path class="m-roof" d="M-28 1l7-6 7 6zM-17 7l3-5h8l2 5zM-6-8q1-5 4.5-6 4.5 1 5.5 6zM3 4l3-5h8l3 5zM13 7l8-7 8 7z"/><path class="m-ink" d="M-.5-14v-7M-2-19h3M-.5-4v4M-.5 3v4M-22 16v-6h3v6M-23 3h2M-19 3h2M-13 9v3M-9 9v3M8 16v-6h3v6M21 8v3M-32 16h64"/></g>` +
	works +
	// storages: a loading stage for a die
	`<g id="stage"><path class="m-shade" d="M-15 16l3-3h30v3z"/><path class="m-plank" d="M-14-14h28l3 29h-34z"/><path class="m-fine" d="M-14.5-10h29M-15-5h30M-15.5 0h31M-16 5h32M-16.5 10h33M-8-14l-2 29M0-14v29M8-14l2 29"/><path class="m-ink" d="M-14-14h28l3 29h-34z"/></g>` +
	`<g id="wheel"><circle class="m-seal" r="8"/><circle class="m-ink" r="4.5"/><path class="m-ink" d="M0-7.500v15M-7.5 0h15M-5.3-5.300l10.6 10.600M5.3-5.300L-5.3 5.3"/><circle class="m-solid" r="1.5"/></g>` +
	// the river: a weir lies across a river that flows to the right
	`<g id="weir"><path class="m-stone" d="M-5-17q-5 17 0 34h6q-5-17 0-34z"/><path class="m-fine" d="M-6.5-11l5.5-1M-7.5-6l6-.500M-8 0h6M-7.5 6l6 .500M-6.5 11l5.5 1"/><path class="m-foam" d="M3-12q5 2 8 0M2-6q6 2 11 0M2 0q6 2 12 0M2 6q6 2 11 0M3 12q5 2 8 0"/></g>` +
	// depots, the port, the track
	`<g id="pit"><path class="m-shade" d="M-20 22h42l-6-3z"/><path class="m-wall" d="M-20 21V4h22v17z"/><path class="m-roof" d="M-22 5l5-7H0l4 7z"/><path class="m-ink" d="M-14 21v-9h7v9M-3 9v4M-22 21.500h44"/><path class="m-beam" d="M2 21L8-17 18 21M4 8h11M6-4h6"/><circle class="m-seal" cx="8" cy="-17" r="6"/><path class="m-ink" d="M8-23v12M2-17h12M-2 4L4-13"/></g>` +
	`<g id="sheds"><path class="m-wall" d="M-32 12V-3l10-7 10 7v15zM-12 12V-3l10-7 10 7v15zM8 12V-3l10-7L28-3v15z"/><path class="m-roof" d="M-34-2l12-9 12 9-12-5zM-14-2l12-9 12 9-12-5zM6-2l12-9 12 9-12-5z"/><path class="m-ink" d="M-25 12V3h6v9M-5 12V3h6v9M15 12V3h6v9M-23-2h2M-3-2h2M17-2h2M-34 12h66"/></g>` +
	`<g id="crane"><path class="m-beam" d="M-8 14L-3-12 14-16M-3-12L4 14M-6 3h7"/><path class="m-ink" d="M14-16V-4M-10 14H8"/><path class="m-solid" d="M11-4h6v5h-6z"/></g>` +
	`<g id="scale"><path class="m-brass" d="M0-9v15M-11-6H11M-5 9h10L2 6h-4z"/><path class="m-brass" d="M-11-6l-4 8h8zM11-6l-4 8h8z"/><path class="m-brasspan" d="M-16 2h10q-1 4-5 4t-5-4zM6 2h10q-1 4-5 4T6 2z"/></g>` +
	`<g id="shed"><path class="m-wall" d="M-8 7V-2l8-6 8 6v9z"/><path class="m-roof" d="M-10-1l10-8 10 8-10-4z"/></g>` +
	`<path id="arrow" class="m-arrow" d="M-9-3h9v-5l9 8-9 8V3h-9z"/>` +
	arms

// town is 60 wide and stands on y=16.
const town = `` +
	`<g id="town0"><path class="m-wall" d="M-28 16V3l6-5 6 5v4h5V-1l7-5 7 5v17z"/><path class="m-wall" d="M6 16V-6h8v22z"/><path class="m-wall" d="M14 16V4h14v12z"/>` +
	`<path class="m-roof" d="M-30 4l8-7 8 7zM-13 0l9-7 9 7zM4-5l6-12 6 12zM12 5l4-5h10l4 5z"/><path class="m-ink" d="M10-17v-4M8.5-19.500h3M-24 16v-6h3v6M-6 16v-7h4v7M9-2v4M11 2v4M-25 6h2M-20 6h2M-8 4h2M-2 4h2M18 8v4M22 8v4M26 8v4M-32 16h64"/></g>`

// works are in a roundel of radius 15.
const works = `` +
	`<circle id="roundel" class="m-seal" r="15"/>` +
	`<g id="forge"><path class="m-solid" d="M-10-5H9q-1 5-7 5v3q3 0 4 4H-6q1-4 4-4V0q-7 0-8-5z"/><path class="m-ink" d="M-5-8l5-1M2-9l3 1"/></g>` +
	`<g id="hammer_mill"><path class="m-solid" d="M-10-9h7v11h-7z"/><path class="m-solid" d="M-3-5.500L9-2.500v3L-3-1.500z"/><path class="m-ink" d="M-11 7h10M-9 7V4M-3 7V4"/><circle class="m-ink" cx="8" cy="5" r="4"/><path class="m-ink" d="M8 1v8M4 5h8"/></g>` +
	`<g id="gun_factory"><path class="m-solid" d="M-12-5L7-4l5 3q1 2-1 4l-5-1-4-3-14-1z"/><path class="m-ink" d="M1 1q0 4 4 3"/><path class="m-solid" d="M-10 8l7-3M3 8"/><path class="m-ink" d="M-9 7l12-3M-9 4L3 8"/></g>`

// arms are 24 by 30.
const arms = `` +
	`<path id="shield" d="M-12-15h24V2q0 9-12 13Q-12 11-12 2z"/>` +
	`<g id="arms-broich"><use href="#shield" class="m-field m-f-broich"/><path class="m-charge" d="M-12-9.5L11.8 3Q11 7 8.5 9.5L-12-3z"/><use href="#shield" class="m-rim"/></g>` +
	`<g id="arms-werden"><use href="#shield" class="m-field m-f-werden"/><path class="m-charge" d="M-2-15h4v8h8v4H2v16h-4V-3h-8v-4h8z"/><use href="#shield" class="m-rim"/></g>` +
	`<g id="arms-essen"><use href="#shield" class="m-field m-f-essen"/><path class="m-charge" d="M-9 5v-11l5 5 4-8 4 8 5-5V5z"/><circle class="m-charge" r="1.8" cx="-9" cy="-8"/><circle class="m-charge" r="1.8" cy="-10"/><circle class="m-charge" r="1.8" cx="9" cy="-8"/><use href="#shield" class="m-rim"/></g>` +
	`<g id="arms-mark"><use href="#shield" class="m-field m-f-mark"/><path class="m-charge" d="M-12-5h4v4h-4zM-4-5h4v4h-4zM4-5h4v4H4zM-8-1h4v4h-4zM0-1h4v4H0zM8-1h4v4H8z"/><path class="m-ink" d="M-12-5h24M-12 3h24"/><use href="#shield" class="m-rim"/></g>`

// flags of the export countries, 30 by 18.
const flags = `` +
	`<g id="flag-belgium"><path class="m-fl-black" d="M-15-9h10V9h-10z"/><path class="m-fl-yellow" d="M-5-9H5V9H-5z"/><path class="m-fl-red" d="M5-9h10V9H5z"/><path class="m-ink" d="M-15-9h30V9h-30z"/></g>` +
	`<g id="flag-netherlands"><path class="m-fl-red" d="M-15-9h30v6h-30z"/><path class="m-fl-white" d="M-15-3h30v6h-30z"/><path class="m-fl-blue" d="M-15 3h30v6h-30z"/><path class="m-ink" d="M-15-9h30V9h-30z"/></g>` +
	`<g id="flag-rhineland"><path class="m-fl-green" d="M-15-9h30v9h-30z"/><path class="m-fl-white" d="M-15 0h30v9h-30z"/><path class="m-ink" d="M-15-9h30V9h-30z"/></g>`

// pieceSymbols are the things that move.
const pieceSymbols = `` +
	`<g id="p-die"><rect class="m-cast" x="-11" y="-10" width="24" height="24" rx="5"/><rect class="m-face" x="-12" y="-12" width="24" height="24" rx="4.5"/><path class="m-glint" d="M-8.5-10.200h17"/></g>` +
	`<circle id="p-pip" r="2.4"/>` +
	`<g id="p-1"><use href="#p-pip"/></g>` +
	`<g id="p-2"><use href="#p-pip" x="-5.5" y="-5.5"/><use href="#p-pip" x="5.5" y="5.5"/></g>` +
	`<g id="p-3"><use href="#p-2"/><use href="#p-pip"/></g>` +
	`<g id="p-4"><use href="#p-2"/><use href="#p-pip" x="5.5" y="-5.5"/><use href="#p-pip" x="-5.5" y="5.5"/></g>` +
	`<g id="p-5"><use href="#p-4"/><use href="#p-pip"/></g>` +
	`<g id="p-6"><use href="#p-4"/><use href="#p-pip" x="-5.5"/><use href="#p-pip" x="5.5"/></g>` +
	// seats' signs, in a square of 10
	`<circle id="sign-0" r="4.6"/><path id="sign-1" d="M0-5.200L5.2 4.300H-5.200z"/><path id="sign-2" d="M-4.2-4.200h8.400v8.400h-8.400z"/><path id="sign-3" d="M0-6L5 0 0 6-5 0z"/>` +
	// a barge under sail, 34 by 31
	`<g id="p-barge" transform="scale(1.18)"><path class="m-wake" d="M-17 8q4 3 8 1t8 1 8-1 10-1"/><path class="m-cast" d="M-13 4h29l-3 8h-21z"/><path class="m-mast" d="M-1 3v-19"/><path class="m-sail" d="M0-16q13 2 12 16L0 1z"/><path class="m-hull" d="M-14 2q5 2 13 2t15-3q0 5-4 9h-19q-4-2-5-8z"/><path class="m-strake" d="M-12.5 5.500q14 2 25-.5"/></g>` +
	`<g id="p-house"><path class="m-cast" d="M-8-4h19v17H-8z"/><path class="m-hull" d="M-10 11V-3L0-11 10-3v14z"/><path class="m-eaves" d="M-11.5-2L0-11.5 11.5-2"/></g>` +
	`<g id="p-obstacle"><circle class="m-cast" cx="1" cy="1.8" r="12"/><circle class="m-token" r="11.5"/><circle class="m-tokenrim" r="9"/><path class="m-tokenarrow" d="M-6-1.500h6v-4l6.5 5.500L0 5.500v-4h-6z"/></g>` +
	// a lock across a river that flows to the right
	`<g id="p-lock"><path class="m-cast" d="M-10-17h24v38h-24z"/><path class="m-basin" d="M-12-18h24v36h-24z"/><path class="m-gates" d="M-8-12L-3 0l-5 12M5-12l5 12-5 12"/><path class="m-quay" d="M-13-19h26v6h-26zM-13 13h26v6h-26z"/></g>` +
	`<g id="p-thaler"><circle class="m-cast" cx="1" cy="1.5" r="7.5"/><circle class="m-coin" r="7.5"/><circle class="m-coinrim" r="5.5"/></g>` +
	`<g id="p-export"><path class="m-coin" d="M0-12A12 12 0 1 1 0 12 12 12 0 1 1 0-12zM0-8.200A8.200 8.200 0 1 0 0 8.200 8.200 8.200 0 1 0 0-8.200z"/></g>` +
	`<g id="p-country"><circle class="m-cast" cx="1" cy="1.5" r="11"/><circle class="m-coin" r="11"/><circle class="m-coinrim" r="9"/></g>` +
	`<g id="p-closed"><circle class="m-cast" cx="1" cy="1.5" r="10"/><circle class="m-banned" r="10"/><path class="m-bannedbar" d="M-6-6L6 6M6-6L-6 6"/></g>`
