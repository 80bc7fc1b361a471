/** The card's style: dark or light, with a border in the rarity's colour. */
export const cardStyle = `
:host::backdrop{display:none!important}
:host{--text:#d9d6cf;--quiet:#9b988f;--plate:#17181c;--edge:#34363d;--rarity:#d9d6cf;--gem:#7fd0c4;--warn:#f0b45c;--shade:.45}
:host([data-ground=light]){--text:#35312a;--quiet:#6c675c;--plate:#fbf9f3;--edge:#d8d2c4;--rarity:#35312a;--gem:#1d6f63;--warn:#8a5200;--shade:.2}
.card{box-sizing:border-box;width:max-content;min-width:13.5rem;max-width:min(20rem,calc(100vw - 16px));max-height:calc(100vh - 16px);overflow:auto;
overscroll-behavior:contain;font:400 .875rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--text);
background:linear-gradient(color-mix(in srgb,var(--rarity) 13%,transparent),transparent 5.5rem),var(--plate);
border:1px solid color-mix(in srgb,var(--rarity) 38%,var(--edge));border-radius:8px;
box-shadow:0 1px 0 color-mix(in srgb,var(--rarity) 30%,transparent) inset,0 10px 28px rgb(0 0 0/var(--shade)),0 2px 5px rgb(0 0 0/.16);
animation:rise .13s ease-out}
header{display:flex;gap:.75rem;align-items:center;padding:.75rem .875rem .625rem}
.icon{flex:none;box-sizing:border-box;width:3rem;height:3rem;padding:2px;border-radius:6px;
border:1px solid color-mix(in srgb,var(--rarity) 55%,transparent);
background:radial-gradient(color-mix(in srgb,var(--rarity) 26%,var(--plate)),color-mix(in srgb,var(--rarity) 7%,var(--plate)))}
img{display:block;width:100%;height:100%;object-fit:contain}
.title{min-width:0}
.name{display:block;font:600 1.0625rem/1.25 "Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif;color:var(--rarity);overflow-wrap:anywhere}
.kind{display:block;margin-top:.125rem;font-size:.75rem;color:var(--quiet)}
.kind b{font-weight:600;color:var(--rarity)}
ul{list-style:none;margin:0;padding:.5rem .875rem}
ul,.text,.foot{border-top:1px solid color-mix(in srgb,var(--edge) 70%,transparent)}
li{display:flex;justify-content:space-between;gap:0 1.25rem;align-items:baseline}
li b{font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.rolled li{color:var(--rarity);flex-wrap:wrap}
.gem{flex-basis:100%;padding:0 0 .125rem .875rem;font-size:.8125rem;color:var(--gem)}
.gem::before{content:"";display:inline-block;width:.4em;height:.4em;margin-right:.55em;background:currentColor;transform:rotate(45deg) translateY(-.1em)}
.text{margin:0;padding:.5rem .875rem .5625rem;max-width:20rem;font:italic 400 .875rem/1.45 "Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif;color:var(--quiet)}
.foot{display:flex;flex-wrap:wrap;gap:.125rem .875rem;padding:.4375rem .875rem .5625rem;font-size:.75rem;color:var(--quiet)}
.foot b{font-weight:500;color:var(--text)}
.foot .warn{flex-basis:100%;color:var(--warn)}
.wait{height:2px;margin:0 .875rem .75rem;border-radius:1px;background:var(--rarity);opacity:.35;transform-origin:left;animation:wait 1.2s ease-in-out infinite}
@keyframes rise{from{opacity:0;transform:translateY(3px)}}
@keyframes wait{0%{transform:scaleX(.08)}50%{transform:scaleX(1)}100%{transform:scaleX(.08)}}
@media (prefers-reduced-motion:reduce){.card,.wait{animation:none}}
@media (forced-colors:active){.card{border-color:CanvasText}}
`
