"""Given and family names, as the Bureau of the Census of the United States counted them in 1990.

The 2,500 family names most often borne.
Source: the bureau's "Frequently Occurring Names and Surnames", a work of the government of the United States and so in the public
domain. It names nobody: each is borne by thousands. It stands in the code since rules read no file.
"""

from __future__ import annotations

FAMILY = frozenset(
    """
    aaron abbott abel abernathy abraham abrams acevedo acker ackerman acosta adair adams adamson adcock addison
    adkins adler agee aguilar aguilera aguirre aiken akers akins alaniz albert albrecht albright aldrich aldridge
    alexander alfaro alford ali allen alley allison allred alonso alonzo alston altman alvarado alvarez amaya
    ambrose ames amos anaya anders andersen anderson andrade andrews angel anthony aponte aragon archer arellano
    arias armstrong arnett arnold arredondo arrington arroyo arthur ash ashby ashley ashton askew atkins atkinson
    atwood augustine austin avalos avery avila aviles ayala ayers babb babcock baca bacon baer baez baggett bagley
    bailey bain baird baker baldwin ball ballard banks barajas barber barbour barger barker barksdale barlow barnard
    barnes barnett barney barnhart baron barr barrera barrett barrios barron barrow barry barth bartholomew bartlett
    bartley barton bass bassett bateman bates battle batts bauer baum bauman bautista baxter beach beal beam bean
    beard bearden beasley beatty beaty beaulieu beaver beavers becerra beck becker beckman beebe begay belanger
    belcher bell bellamy beltran benavides bender benedict benitez benjamin bennett benoit benson bentley benton
    berg berger bergeron bergman berman bermudez bernal bernard bernier bernstein berry best betts beverly beyer
    biggs billings bingham bird bishop black blackburn blackman blackmon blackwell blair blake blalock blanchard
    blanco bland blank blankenship blanton bledsoe blevins bliss block bloom blount blue blum boggs bolden boles
    bollinger bolton bond bonds bonilla bonner booker boone booth borden boston boswell bouchard boucher boudreaux
    bourgeois bowden bowen bower bowers bowie bowles bowling bowman bowser boyce boyd boyer boykin boyle boyles
    braden bradford bradley bradshaw brady bragg branch brand brandon brandt branham brannon brantley braswell braun
    bravo braxton bray brennan brenner brewer brewster bridges briggs bright brinkley briscoe britt britton brock
    bronson brooks broussard brower brown browne browning bruce bruner brunner bruno brunson bryan bryant bryson
    buchanan buck buckley buckner bullard bullock bunch bundy burch burden burdick burger burgess burgos burke
    burkett burkhart burks burnett burnette burnham burns burr burrell burris burroughs burrows burt burton busby
    busch bush butcher butler butts byers bynum byrd byrne caballero cabrera cagle cahill cain calderon caldwell
    calhoun call callahan callaway calloway calvert camacho cameron camp campbell campos canales cannon cano
    cantrell cantu capps cardenas cardona cardwell carey carlisle carlson carlton carmichael carmona carnes carney
    caron carpenter carr carrasco carrier carrillo carrington carroll carson carter cartwright caruso carver case
    casey cash cason cassidy castaneda castellanos castillo castle castro cates caudill cavanaugh cavazos cervantes
    chacon chadwick chamberlain chambers champagne champion chan chance chandler chaney chang chapman chappell
    charles chase chastain chatman chavez chavis cheek chen cheney cheng cherry chester childers childress childs
    chin cho choi christensen christian christiansen christie christopher christy chu chung church cisneros clark
    clarke clay clayton cleary clement clements clemons cleveland clevenger clifford clifton cline clinton cloud
    cloutier coates coats cobb coburn cochran cody coe coffey coffman cohen coker colbert cole coleman coles coley
    collier collins colon colvin combs comer compton conklin conley conn connell connelly conner connolly connor
    connors conrad conroy contreras conway cook cooke cooley coon cooper cope copeland corbett corbin corcoran
    cordero cordova corey corley cormier cornelius cornell cornett corona coronado correa cortes cortez costa
    costello cote cotton cottrell couch coulter courtney couture covington cowan cox coyle crabtree craft craig
    crain cramer crandall crane craven crawford creech crenshaw crespo crews crisp crocker crockett croft cronin
    crook crosby cross crouch crow crowder crowe crowell crowley crum crump cruz cuellar cuevas cullen culver
    cummings cummins cunningham curran currie curry curtis cutler cyr dahl daigle dailey dale daley dalton daly
    daniel daniels darby darden darling darnell daugherty davenport david davidson davies davila davis davison
    dawkins dawson day deal dean deaton decker dejesus delacruz delaney delarosa delatorre deleon delgado delong
    dempsey dennis dennison denny denson dent denton devine dewitt diamond dias diaz dick dickens dickerson dickey
    dickinson dickson diehl dietrich dietz diggs dill dillard dillon dixon dobbins dobbs dobson dodd dodge dodson
    doe doherty dolan dominguez donahue donald donaldson donnelly donovan dooley doran dorman dorsey doss dotson
    doty dougherty douglas dove dow dowdy dowell dowling downey downing downs doyle dozier drake draper drew
    driscoll driver drummond duarte dube dubois dubose duckworth dudley duff duffy dugan duke dukes dumas dunbar
    duncan dunham dunlap dunn dupre dupree duran durant durbin durham dutton duvall dwyer dye dyer dykes dyson earl
    early easley eason eastman eaton echols eckert eddy edmonds edmondson edwards egan elam elder eldridge elias
    elkins eller elliot elliott ellis ellison ellsworth elmore emerson emery engel england engle english ennis
    enriquez epperson epps erickson ernst ervin erwin escobar escobedo esparza espinosa espinoza esposito esquivel
    estes estrada etheridge eubanks evans everett ewing ezell fagan fair fairchild farley farmer farr farrar farrell
    farris faulk faulkner faust fay felder feldman feliciano felix felton fenton ferguson fernandez ferreira ferrell
    ferris field fields figueroa finch fink finley finn finney fischer fish fisher fitch fitzgerald fitzpatrick
    flaherty flanagan fleming fletcher flint flood flores flowers floyd flynn foley fontaine fontenot foote forbes
    ford foreman forrest fortune foss foster fountain fournier fowler fox france francis franco frank franklin
    franks fraser frazier frederick freeman french frey friedman friend fritz frost fry frye fuentes fugate fuller
    fulton funk gabriel gage gagne gagnon gaines gale galindo gallagher gallardo gallegos gallo galloway galvan
    gamble gann gant garcia gardner garland garner garrett garrison garvin gary garza gaskins gaston gates gatlin
    gauthier gay gee geiger gentry george gerber german gibbons gibbs gibson gifford gil gilbert gilchrist giles
    gill gillespie gilliam gillis gilmore gipson girard givens glass gleason glenn glover goddard godfrey godwin
    goetz goff goins gold goldberg golden goldman goldsmith goldstein gomes gomez gonzales gonzalez good goode
    goodman goodrich goodson goodwin gordon gore gorman goss gould grace grady graham granger grant grantham graves
    gray grayson green greenberg greene greenwood greer gregg gregory grier griffin griffith griggs grimes grimm
    gross grossman grove grover groves grubb grubbs guerra guerrero guevara guidry guillory guinn gunn gunter
    gustafson guthrie gutierrez guy guzman haas hacker hackett hadley hagan hagen hager hahn haines hairston hale
    haley hall ham hamby hamilton hamlin hamm hammer hammond hammonds hammons hampton han hancock hand handy haney
    hankins hanks hanley hanna hannah hansen hanson harden hardin harding hardy hare hargrove harley harman harmon
    harms harp harper harrell harrington harris harrison hart hartley hartman harvey haskins hastings hatch hatcher
    hatfield hathaway hatton hawk hawkins hawley hawthorne hay hayden hayes haynes hays hayward haywood head healy
    heard hearn heath hebert heck hedrick heller helm helms helton hemphill henderson hendricks hendrickson hendrix
    henley henry hensley henson herbert herman hernandez herndon herrera herring herrington herron hess hester
    hewitt hickey hickman hicks higginbotham higgins high hightower hill hilliard hillman hills hilton hinds hines
    hinkle hinojosa hinson hinton hirsch hitchcock ho hobbs hobson hodge hodges hoff hoffman hogan hogue holbrook
    holcomb holden holder holland holley holliday hollingsworth hollis holloway holman holmes holt holton honeycutt
    hong hood hook hooker hooks hooper hoover hope hopkins hopper hopson horn horne horner horton hoskins houck
    hough house houser houston howard howe howell hoyt huang hubbard huber huddleston hudgins hudson huerta huff
    huffman huggins hughes hull hummel humphrey humphreys humphries hunt hunter huntley hurd hurley hurst hurt
    huston hutchins hutchinson hutchison hutson hutton huynh hyatt hyde hyman ibarra ingram inman irizarry irvin
    irving irwin isaac isaacs iverson ivey ivy jack jackson jacob jacobs jacobsen jacobson jacques james jameson
    jamison jansen jaramillo jarrell jarrett jarvis jean jeffers jefferson jeffries jenkins jennings jensen jernigan
    jeter jewell jimenez john johns johnson johnston joiner jolly jones jordan jorgensen joseph joyce joyner juarez
    judd justice kaiser kane kang kaplan katz kauffman kaufman kay kearney kearns keating keen keenan keene keith
    keller kelley kellogg kelly kelsey kemp kendall kendrick kennedy kenney kenny kent kern kerns kerr kessler key
    keyes keys khan kidd kilgore killian kilpatrick kim kimball kimble kimbrough kincaid king kinney kinsey kirby
    kirk kirkland kirkpatrick kiser kitchen klein kline knapp knight knowles knox knutson koch koehler koenig kohler
    kraft kramer krause krueger kruse kuhn kurtz kyle lacey lackey lacy ladd ladner laird lake lam lamar lamb
    lambert lancaster land landers landis landrum landry lane lang lange langford langley langston lanier lankford
    lara larkin larsen larson lassiter latham lau laughlin law lawler lawrence laws lawson lay layne layton le leach
    leal leary leavitt leblanc ledbetter ledford lee leggett lehman lemon lemons lentz leon leonard leslie lester
    levesque levin levine levy lewis leyva li libby light liles lilly lim lin lincoln lind linder lindsay lindsey
    link linn lipscomb little littlefield littlejohn liu livingston lloyd locke lockett lockhart lockwood lofton
    logan lombardo london long longoria loomis looney lopes lopez lord lorenz lott louis love lovell lovett lowe
    lowery lowry loyd lozano lucas lucero ludwig lugo lujan luke luna lund lundy lunsford lusk luther lutz ly lyle
    lyles lynch lynn lyon lyons lytle mabry macdonald machado macias mack mackey madden maddox madison madrid madsen
    magana magee maguire maher mahoney main major maldonado mallory malloy malone maloney manley mann manning
    mansfield manuel marcum marcus marin marino marion marks marquez marrero marsh marshall martin martinez mason
    massey masters mata mathews mathis matlock matos matson matthews mattingly mattson maurer maxwell may mayberry
    mayer mayes mayfield maynard mayo mays mcallister mcbride mccabe mccain mccall mccann mccarthy mccarty mccauley
    mcclain mcclellan mcclelland mcclendon mccloud mcclure mccollum mcconnell mccord mccormack mccormick mccoy
    mccracken mccray mccullough mcdaniel mcdermott mcdonald mcdonough mcdowell mcelroy mcfadden mcfarland mcgee
    mcghee mcgill mcginnis mcgowan mcgrath mcgraw mcgregor mcguire mchugh mcintosh mcintyre mckay mckee mckenna
    mckenzie mckinley mckinney mckinnon mcknight mclain mclaughlin mclean mcleod mcmahan mcmahon mcmanus mcmillan
    mcmillian mcmullen mcnair mcnally mcnamara mcneal mcneil mcneill mcpherson mcqueen mcrae mcwilliams mead meade
    meadows means medeiros medina medley medrano meeks meier mejia melendez melton melvin mendez mendoza mercado
    mercer merchant meredith merrill merritt messer metcalf metz metzger meyer meyers meza michael michaels michaud
    michel middleton miles miller milligan mills milton mims miner minor minton miranda mitchell mixon mize mobley
    mock moffett mohr molina monahan monk monroe montalvo montanez montano montes montgomery montoya moody moon
    mooney moore mora morales moran moreland moreno morgan morin morris morrison morrow morse morton moseley moser
    moses mosher mosley moss mott moulton moya moyer mueller mullen muller mullins muniz munoz munson murdock
    murillo murphy murray murry myers myles myrick nadeau nance napier naquin nash nava navarro naylor neal neely
    neff negron nelson nesbitt newberry newby newcomb newell newman newsome newton ng nguyen nicholas nichols
    nicholson nickerson nielsen nielson nieto nieves nix nixon noble nobles noel nolan norman norris north norton
    norwood novak nowak nugent numbers nunez nunn oakes oakley obrien ochoa oconnell oconnor odell odom odonnell
    ogden ogle ohara ojeda okeefe oldham oleary oliver olsen olson oneal oneil oneill ornelas orourke orozco orr
    ortega ortiz osborn osborne otero ott otto ouellette overstreet overton owen owens pace pacheco pack padgett
    padilla pagan page paige painter palacios palmer paquette parham paris parish park parker parks parnell parr
    parra parris parrish parrott parson parsons pate patel patrick patten patterson patton paul paulson paxton payne
    payton peachey peacock pearce pearson pease peck pedersen pederson pelletier pena pendleton penn pennington
    peoples pepper peralta perdue pereira perez perkins perry person peters petersen peterson pettit petty pham
    phelps phillips phipps pickens pickering pickett pierce pierre pierson pike pimentel pina pineda piper pittman
    pitts platt plummer poe poirier polk pollard pollock ponce ponder pool poole pope porter portillo posey post
    potter potts powell powers prado prater prather pratt prescott presley pressley preston price priest prince
    pringle pritchard pritchett proctor pruett pruitt pryor puckett pugh pulliam purcell purvis putnam pyle quarles
    queen quezada quick quinn quinones quintana quintero quiroz rader radford ragland ragsdale raines rainey ramey
    ramirez ramos ramsey randall randle randolph rangel rankin ransom rasmussen ratliff ray raymond read reagan
    reardon reaves rector redd redding redman redmond reece reed reeder reese reeves regan reid reilly renteria
    reyes reyna reynolds rhoades rhodes rice rich richard richards richardson richey richmond richter ricks riddick
    riddle rider ridley riggs riley ring rios ritchie ritter rivas rivera rivers roach roark robbins roberson
    roberts robertson robinette robinson robison robles rocha roche rock rockwell rodgers rodrigues rodriguez
    rodriquez roe rogers rojas roland rollins roman romano romero romo rooney root roper rosa rosado rosales rosario
    rosas rose rosen rosenberg rosenthal ross rossi roth rouse rowan rowe rowell rowland rowley roy rubin rubio
    rucker rudd rudolph ruff ruffin ruiz rush rushing russ russell russo ruth rutherford rutledge ryan ryder sadler
    saenz salas salazar saldana salgado salinas salmon salter sample sampson sams samuel samuels sanchez sanders
    sanderson sandoval sands sanford santana santiago santos sapp sargent saucedo saunders savage sawyer saylor
    scales schaefer schaeffer schafer schaffer schell schmidt schmitt schmitz schneider schreiber schroeder schultz
    schulz schumacher schuster schwartz scott scruggs seals seaman sears seay segura self sellers serna serrano
    sewell sexton seymour shafer shaffer shah shannon shapiro sharp sharpe shaver shaw shea shearer sheehan sheets
    sheffield sheldon shell shelton shepard shepherd sheppard sheridan sherman sherrill sherwood shields shipley
    shipman shipp shirley shockley shoemaker shook short shuler shultz siegel sierra silva silver simmons simms
    simon simons simpson sims sinclair singer singh singletary singleton sisk sizemore skaggs skelton skinner slade
    slater slaughter sloan small smalls smallwood smart smiley smith sneed snell snider snodgrass snow snowden
    snyder solis solomon sorensen sorenson sosa soto sousa souza spain spangler spann sparks spaulding spears speer
    spence spencer spicer spivey sprague springer squires stacy stafford stahl staley stallings stamper stanford
    stanley stanton staples stapleton stark starkey starks starnes starr staton stearns steele steen stein steiner
    stephens stephenson sterling stern stevens stevenson steward stewart stiles stinson stjohn stockton stoddard
    stokes stone stoner storey story stout stovall stover strange stratton street streeter strickland stringer
    strong stroud stuart stubbs suarez suggs sullivan summers sumner sutherland sutton swain swan swann swanson
    swartz sweeney sweet swenson swift switzer sykes sylvester tabor tackett talbot talley tang tanner tapia tate
    tatum taylor teague temple templeton terrell terry thacker tharp thayer thomas thomason thompson thomson thorne
    thornton thorpe thurman thurston tidwell tilley tillman timmons tinsley tipton titus tobin todd tolbert
    tomlinson tompkins toney torres torrez toth tovar townsend tracy trahan tran travis traylor trejo trent trevino
    trimble triplett tripp trotter trujillo tucker turner tuttle tyler tyson ulrich underwood unger upton urban
    valdez valencia valentin valentine valenzuela valle vance vandyke vang vann varela vargas varner vasquez vaughan
    vaughn vazquez vega vela velasco velasquez velazquez velez ventura vera vernon vick vickers vigil villa
    villalobos villanueva villarreal villegas vincent vinson vogel vogt voss waddell wade wagner wagoner waite
    wakefield walden waldron walker wall wallace waller wallis walls walsh walter walters walton wang ward warden
    ware warner warren washburn washington waterman waters watkins watson watt watts weathers weaver webb webber
    weber webster weeks weir weiss welch weldon weller wellman wells welsh werner wesley west westbrook weston
    wetzel whalen whaley whatley wheatley wheeler whipple whitaker white whitehead whitfield whitley whitlock
    whitman whitmore whitney whitt whittaker whitten whittington wiggins wilburn wilcox wilder wiley wilhelm
    wilkerson wilkes wilkins wilkinson willard willett willey william williams williamson willingham willis
    willoughby wills wilson wing winkler winn winslow winston winter winters wise wiseman witherspoon witt wolf
    wolfe wolff womack wong wood woodall woodard woodruff woods woodson woodward woody wooten workman worley worrell
    worthington wray wright wu wyatt wynn xiong yancey yang yarbrough yates yazzie ybarra yeager yoder york yost
    young youngblood yu zamora zapata zavala zeigler zepeda ziegler zimmer zimmerman zuniga
    """.split(),  # noqa: SIM905 - reads as a list
)
"""Family names, folded to lower case; some are words, given names or places as well (king, james, york)."""
